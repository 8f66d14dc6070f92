import type { SoundCalling } from '../../terminals/gateway/terminals.types.ts';
import type { CallTimes, Dialler, SoundCall } from './soundCall.types.ts';

interface CallEvents {
  /** Its call can be sent sound. */
  taken(): void;
  /** The call with this number is over. */
  over(call: number): void;
  /** Its state has changed. */
  changed(): void;
}

/** Call to a loudspeaker while it is wanted: made again, after a wait that doubles, when it is refused or lost. */
export class KeptCall {
  readonly #dialler: Dialler;
  readonly #times: CallTimes;
  readonly #events: CallEvents;
  #call: SoundCall | null = null;
  #isWanted = false;
  #isCalling = false;
  #refused: number | null = null;
  #retryMs: number;
  #retry: NodeJS.Timeout | undefined;
  #end: NodeJS.Timeout | undefined;

  constructor(dialler: Dialler, times: CallTimes, events: CallEvents) {
    this.#dialler = dialler;
    this.#times = times;
    this.#events = events;
    this.#retryMs = times.retryMs;
  }

  get current(): SoundCall | null {
    return this.#call;
  }

  /** Status of the last refusal, until a call is answered. */
  get refused(): number | null {
    return this.#refused;
  }

  get state(): SoundCalling['state'] {
    const state = this.#call?.state.kind;
    if (state === 'answered' || state === 'taking') return 'ready';
    return this.#refused === null ? 'pending' : 'refused';
  }

  /** Calls it, and keeps the call. */
  want(): void {
    this.#isWanted = true;
    clearTimeout(this.#end);
    void this.#start();
  }

  /** Ends the call some time after nothing needs it any more, so that the next sound needs no call. */
  letGo(restMs: number): void {
    this.#isWanted = false;
    clearTimeout(this.#retry);
    clearTimeout(this.#end);
    this.#end = setTimeout(() => this.#hangUp(), restMs + this.#times.keptMs);
  }

  /** Ends the call at once: the loudspeaker cannot be reached. */
  reset(): void {
    this.#isWanted = false;
    clearTimeout(this.#retry);
    clearTimeout(this.#end);
    this.#retryMs = this.#times.retryMs;
    this.#hangUp();
  }

  async #start(): Promise<void> {
    if (this.#isCalling || this.#call !== null) return;
    clearTimeout(this.#retry);
    this.#isCalling = true;
    try {
      const call = await this.#dialler.dial((one) => {
        if (this.#call === one) this.#changed(one);
      });
      if (!this.#isWanted) call?.hangUp();
      else if (call === null) this.#again();
      else this.#call = call;
    } catch {
      this.#again();
    } finally {
      this.#isCalling = false;
    }
  }

  #changed({ id, state }: SoundCall): void {
    if (state.kind === 'taking' || state.kind === 'answered') {
      this.#events.taken();
      if (state.kind === 'answered') {
        this.#refused = null;
        this.#retryMs = this.#times.retryMs;
      }
    } else if (state.kind === 'refused' || state.kind === 'lost') {
      this.#call = null;
      this.#events.over(id);
      this.#refused = state.kind === 'refused' ? state.status : null;
      this.#again();
    }
    this.#events.changed();
  }

  /** Calls again after a wait, if it is still wanted. */
  #again(): void {
    clearTimeout(this.#retry);
    if (!this.#isWanted) return;
    this.#retry = setTimeout(() => void this.#start(), this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, this.#times.longestRetryMs);
  }

  #hangUp(): void {
    const call = this.#call;
    this.#call = null;
    this.#refused = null;
    if (call === null) return;
    this.#events.over(call.id);
    call.hangUp();
  }
}
