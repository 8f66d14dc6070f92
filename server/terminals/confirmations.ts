/** A terminal is asked to confirm after so much sound: about one second of it, bytes. */
const ASK_EVERY_BYTES = 8_192;
/** The slowest link that must have time for a long text (a list of what to keep), bytes per millisecond. */
const TEXT_BYTES_PER_MS = 2;

interface Asked {
  id: number;
  /** Bytes sent in all by then. */
  audio: number;
  text: number;
}

/**
 * What was sent to a terminal and what it has confirmed. The system's buffers take megabytes for a terminal that has
 * stopped reading, so that what the network took says nothing: a ping behind each second of sound is answered only
 * by a terminal that has read all before it.
 */
export class Confirmations {
  #audio = 0;
  #text = 0;
  #asked: Asked[] = [];
  #askedAudio = 0;
  #confirmed: Asked = { id: 0, audio: 0, text: 0 };
  #seen = 0;
  #waitedMs = 0;

  /** Sound that was sent and not confirmed, bytes; what was sent behind the last question is among it. */
  get openAudio(): number {
    return this.#audio - this.#confirmed.audio;
  }

  sentText(bytes: number): void {
    this.#text += bytes;
  }

  /** @returns the number of the ping that is to follow this sound; null: none yet */
  sentAudio(bytes: number): number | null {
    this.#audio += bytes;
    if (this.#audio - this.#askedAudio < ASK_EVERY_BYTES) return null;
    this.#askedAudio = this.#audio;
    const id = ((this.#asked.at(-1) ?? this.#confirmed).id + 1) >>> 0;
    this.#asked.push({ id, audio: this.#audio, text: this.#text });
    return id;
  }

  /** The payload of a pong; what answers no question of ours is left alone. */
  answered(payload: Uint8Array): void {
    if (payload.byteLength !== 4) return;
    const id = new DataView(payload.buffer, payload.byteOffset, 4).getUint32(0);
    const at = this.#asked.findIndex((one) => one.id === id);
    const confirmed = this.#asked[at];
    if (confirmed === undefined) return;
    this.#confirmed = confirmed;
    this.#asked.splice(0, at + 1);
  }

  /**
   * To be called regularly. True once the terminal has confirmed nothing for `limitMs`, and for as long as the slowest
   * link may need for the text in between. Time in which it is not heard does not count: then the link is the reason, and
   * its silence is judged elsewhere.
   */
  isStuck(elapsedMs: number, isHeard: boolean, limitMs: number): boolean {
    const [oldest] = this.#asked;
    if (oldest === undefined || this.#confirmed.id !== this.#seen) this.#waitedMs = 0;
    else if (isHeard) this.#waitedMs += elapsedMs;
    this.#seen = this.#confirmed.id;
    const text = oldest === undefined ? 0 : oldest.text - this.#confirmed.text;
    return this.#waitedMs > limitMs + text / TEXT_BYTES_PER_MS;
  }
}
