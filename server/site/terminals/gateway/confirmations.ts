/** Bytes of sound after which a terminal is pinged: about one second. */
const PING_EVERY_BYTES = 8_192;
/** Assumed rate of the slowest link for a long text (an offline manifest), bytes per millisecond. */
const TEXT_BYTES_PER_MS = 2;

interface Ping {
  id: number;
  /** Bytes sent in all by then. */
  audio: number;
  text: number;
}

/**
 * Bytes sent to a terminal and confirmed by it. Socket buffers take megabytes for a terminal that has stopped
 * reading, so bytes accepted by the network prove nothing: a ping after each second of sound is answered only
 * by a terminal that has read everything before it.
 */
export class Confirmations {
  #audio = 0;
  #text = 0;
  #pings: Ping[] = [];
  #pingedAudio = 0;
  #confirmed: Ping = { id: 0, audio: 0, text: 0 };
  #seen = 0;
  #waitedMs = 0;

  /** Bytes of sound that are not confirmed, including those after the last ping. */
  get openAudio(): number {
    return this.#audio - this.#confirmed.audio;
  }

  sentText(bytes: number): void {
    this.#text += bytes;
  }

  /** Counts sent sound. @returns the number of the ping to send after it; null: none yet */
  sentAudio(bytes: number): number | null {
    this.#audio += bytes;
    if (this.#audio - this.#pingedAudio < PING_EVERY_BYTES) return null;
    this.#pingedAudio = this.#audio;
    const id = ((this.#pings.at(-1) ?? this.#confirmed).id + 1) >>> 0;
    this.#pings.push({ id, audio: this.#audio, text: this.#text });
    return id;
  }

  /** Handles the payload of a pong; unknown pongs are ignored. */
  answered(payload: Uint8Array): void {
    if (payload.byteLength !== 4) return;
    const id = new DataView(payload.buffer, payload.byteOffset, 4).getUint32(0);
    const at = this.#pings.findIndex((one) => one.id === id);
    const confirmed = this.#pings[at];
    if (confirmed === undefined) return;
    this.#confirmed = confirmed;
    this.#pings.splice(0, at + 1);
  }

  /**
   * Tells if the terminal has confirmed nothing for `limitMs`, plus the time that the slowest link needs for
   * text in between. Call it regularly. Time in which nothing arrives from the terminal does not count: then the link
   * is the cause, which is detected elsewhere.
   */
  isStuck(elapsedMs: number, isReceiving: boolean, limitMs: number): boolean {
    const [oldest] = this.#pings;
    if (oldest === undefined || this.#confirmed.id !== this.#seen) this.#waitedMs = 0;
    else if (isReceiving) this.#waitedMs += elapsedMs;
    this.#seen = this.#confirmed.id;
    const text = oldest === undefined ? 0 : oldest.text - this.#confirmed.text;
    return this.#waitedMs > limitMs + text / TEXT_BYTES_PER_MS;
  }
}
