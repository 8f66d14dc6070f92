import type { CallView } from './caller.ts';
import type { OwnSound } from './tone.ts';

/** What there is to be heard: the phase of a call, or what came of something that was dialled. */
export type Signal = CallView['phase'] | 'done' | 'failed';

export const signalOf = (view: CallView): Signal =>
  view.phase === 'over' ? (view.came ?? 'over') : view.phase;

/** From the beginning of one sound to that of the next, µs. */
const EVERY_US: Partial<Record<Signal, { sound: OwnSound; every: number }>> = {
  ringing: { sound: 'ring', every: 3_000_000 },
  calling: { sound: 'ringback', every: 5_000_000 },
  done: { sound: 'done', every: Number.POSITIVE_INFINITY },
  failed: { sound: 'failed', every: Number.POSITIVE_INFINITY },
};

/** Says what a station with a person before it is to sound: it rings here, the other one rings, a code has worked or not. */
export class Ringer {
  private signal: Signal = 'idle';
  private turn = 0;
  private nextUs = 0;

  /**
   * To be asked often. @param nowUs local time @param turn another number: the same signal begins anew
   * @returns what begins now; null: what sounds ends now; undefined: all stays as it is
   */
  follow(signal: Signal, nowUs: number, turn = 0): OwnSound | null | undefined {
    const before = EVERY_US[this.signal];
    const wanted = EVERY_US[signal];
    if (signal !== this.signal || turn !== this.turn) this.nextUs = nowUs;
    this.signal = signal;
    this.turn = turn;
    if (wanted === undefined) return before === undefined ? undefined : null;
    if (nowUs < this.nextUs) return undefined;
    this.nextUs = nowUs + wanted.every;
    return wanted.sound;
  }
}
