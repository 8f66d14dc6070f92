import type { CallView } from '../protocol/caller.ts';
import type { OwnSound } from './ownSounds.ts';

/** Signal for a local sound: the phase of a call, or the result of a dialled code. */
export type Signal = CallView['phase'] | 'done' | 'failed';

export const signalOf = (view: CallView): Signal =>
  view.phase === 'over' ? (view.came ?? 'over') : view.phase;

/** Repetition interval of each sound, from start to start, µs. */
const EVERY_US: Partial<Record<Signal, { sound: OwnSound; every: number }>> = {
  ringing: { sound: 'ring', every: 3_000_000 },
  calling: { sound: 'ringback', every: 5_000_000 },
  done: { sound: 'done', every: Number.POSITIVE_INFINITY },
  failed: { sound: 'failed', every: Number.POSITIVE_INFINITY },
};

/** Selects the local sound of a manned station: ringing, ringback, success or failure of a dialled code. */
export class Ringer {
  #signal: Signal = 'idle';
  #turn = 0;
  #nextUs = 0;

  /**
   * Called often. @param nowUs local time @param turn a new number restarts the same signal
   * @returns the sound to start; null: stop the current sound; undefined: no change
   */
  follow(signal: Signal, nowUs: number, turn = 0): OwnSound | null | undefined {
    const before = EVERY_US[this.#signal];
    const wanted = EVERY_US[signal];
    if (signal !== this.#signal || turn !== this.#turn) this.#nextUs = nowUs;
    this.#signal = signal;
    this.#turn = turn;
    if (wanted === undefined) return before === undefined ? undefined : null;
    if (nowUs < this.#nextUs) return undefined;
    this.#nextUs = nowUs + wanted.every;
    return wanted.sound;
  }
}
