import { programmePace, SILENCE_PACKET, type Source, SourceError } from './source.ts';

/** Lead below which unfinished speech is not waited for: silence is sent instead, µs. */
const LAST_CALL_US = 300_000;

/** Packets of speech that is being synthesised while it is heard. */
export interface Growing {
  readonly packets: readonly Uint8Array[];
  /** No more packets will come. */
  readonly ended: boolean;
  /** True when the packets are the whole text. */
  readonly whole: boolean;
}

/**
 * Plays a text while it is still being synthesised. When packets do not come in time it inserts silence: no
 * word is left out. After the last packet it continues in the finished programme, which has what follows (a
 * repetition, a chime) or the part that failed while it was synthesised.
 */
export class SpeechSource implements Source {
  readonly pace = programmePace;
  failure: SourceError | null = null;
  readonly #growing: Growing;
  readonly #openRest: (packet: number) => Promise<Source>;
  readonly #chime: Source | null;
  #next: number;
  #rest: Source | null = null;
  #opening = false;
  #waits = false;
  #closed = false;
  #done = false;

  /**
   * @param next index of the packet of the text that is heard first
   * @param openRest resolves with the finished programme from a packet on, ready to be played; rejects when
   *   there is none
   * @param chime played before the text, while more of it is synthesised
   */
  constructor(
    growing: Growing,
    next: number,
    openRest: (packet: number) => Promise<Source>,
    chime: Source | null = null,
  ) {
    this.#growing = growing;
    this.#next = next;
    this.#openRest = openRest;
    this.#chime = chime;
  }

  get finished(): boolean {
    return this.#done || this.failure !== null || this.#rest?.finished === true;
  }

  get starved(): boolean {
    return this.#waits;
  }

  async prepare(): Promise<void> {
    if (this.#chime !== null) return this.#chime.prepare();
    if (this.#next >= this.#growing.packets.length && this.#growing.ended) await this.#goOn();
    if (this.failure !== null) throw this.failure;
  }

  take(count: number, aheadUs: number): Uint8Array[] {
    if (this.#rest !== null) return this.#rest.take(count, aheadUs);
    if (this.#chime?.finished === false) return this.#chime.take(count, aheadUs);
    const { packets, ended } = this.#growing;
    const given = packets.slice(this.#next, this.#next + count);
    this.#next += given.length;
    this.#waits = given.length === 0 && !ended;
    if (given.length > 0) return given;
    if (ended) void this.#goOn();
    if (this.finished || aheadUs > LAST_CALL_US) return [];
    return Array.from({ length: count }, () => SILENCE_PACKET);
  }

  close(): void {
    this.#closed = true;
    this.#chime?.close();
    this.#rest?.close();
  }

  async #goOn(): Promise<void> {
    if (this.#opening) return;
    this.#opening = true;
    try {
      const rest = await this.#openRest(this.#next);
      this.#rest = rest;
      if (rest.failure !== null) this.failure = rest.failure;
      if (this.#closed) rest.close();
    } catch (error) {
      // All of it was heard, so the failure to store it is no failure of the sound.
      if (this.#growing.whole) this.#done = true;
      else this.failure = error instanceof SourceError ? error : new SourceError(0, String(error));
    }
  }
}
