import type { CallView } from './caller.ts';
import type { OwnSound } from './tone.ts';

/** From the beginning of one ring to that of the next, µs. */
const EVERY_US: Partial<Record<CallView['phase'], { sound: OwnSound; every: number }>> = {
  ringing: { sound: 'ring', every: 3_000_000 },
  calling: { sound: 'ringback', every: 5_000_000 },
};

/** Says what a station with a person before it is to sound: it rings here, or the other one rings. */
export class Ringer {
  private phase: CallView['phase'] = 'idle';
  private nextUs = 0;

  /**
   * To be asked often. @param nowUs local time
   * @returns what begins now; null: what sounds ends now; undefined: all stays as it is
   */
  follow(phase: CallView['phase'], nowUs: number): OwnSound | null | undefined {
    const before = EVERY_US[this.phase];
    const wanted = EVERY_US[phase];
    if (phase !== this.phase) this.nextUs = nowUs;
    this.phase = phase;
    if (wanted === undefined) return before === undefined ? undefined : null;
    if (nowUs < this.nextUs) return undefined;
    this.nextUs = nowUs + wanted.every;
    return wanted.sound;
  }
}
