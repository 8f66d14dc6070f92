import type { ToTerminal } from '../../../../contract/protocol/terminal.ts';
import type { TerminalLink } from '../../../site/terminals/gateway/terminals.types.ts';
import type { FrameQueue } from './frameQueue.ts';
import { joinedAtLead, type OpenMessage, type Receiver, sendFrame } from './receiver.ts';

/** Messages sent in one go before the send loop yields to the event loop. */
const SENDS_PER_TURN = 250;
/**
 * Streams opened in one go, some 25 ms: what waits for the event loop then, such as the rows of the console, would be
 * heard at the other terminals as a later start.
 */
const OPENS_PER_TURN = 1_000;

/** A terminal that joins a stream. */
export interface Joining {
  link: TerminalLink;
  open: OpenMessage;
  /** Messages that are sent with the opening, in one write. */
  before?: readonly ToTerminal[];
  /** Sound that it has before the first packet of the opening, µs. */
  heldUs?: number;
}

/** Receivers of a stream: opens, closes and flushes it there, and sends each what is due. */
export class FanOut {
  readonly #stream: number;
  readonly #frames: FrameQueue;
  readonly #receivers = new Map<number, Receiver>();
  /** Newest message that closed the stream somewhere: the same object at many terminals, so that it is encoded once. */
  #close: Extract<ToTerminal, { type: 'stream.close' }> | null = null;
  #onFirst: (() => void) | null = null;
  #skipped = 0;
  #isSending = false;
  /** True when a terminal has joined since streams were opened last. */
  #hasJoined = false;

  constructor(stream: number, frames: FrameQueue) {
    this.#stream = stream;
    this.#frames = frames;
  }

  get size(): number {
    return this.#receivers.size;
  }

  /** Messages left out because a link was too slow to take them in time. */
  get skipped(): number {
    return this.#skipped;
  }

  receiver(terminalId: number): Receiver | undefined {
    return this.#receivers.get(terminalId);
  }

  /** Calls `sent` once, when the first packet has been sent. */
  onFirstPacket(sent: () => void): void {
    this.#onFirst = sent;
  }

  /** Adds a terminal; the next `send` opens the stream there. */
  join({ link, open, before = [], heldUs = 0 }: Joining, nowUs: number): void {
    const { from_us } = open;
    const sinceUs = nowUs - joinedAtLead(heldUs);
    const fresh = { sinceUs, next: this.#frames.first, congestedReports: 0, isBackedOff: false };
    this.#receivers.set(link.terminalId, { link, open, before, from_us, ...fresh });
    this.#hasJoined = true;
  }

  /** Removes a terminal. Returns the messages that close the stream there from `at_us` on. */
  remove(terminalId: number, at_us: number): readonly ToTerminal[] {
    const receiver = this.#receivers.get(terminalId);
    this.#receivers.delete(terminalId);
    if (receiver === undefined || receiver.open !== null) return receiver?.before ?? [];
    if (this.#close?.at_us !== at_us) this.#close = { type: 'stream.close', stream: this.#stream, at_us };
    return [this.#close];
  }

  /** Closes the stream at a terminal from `at_us` on. */
  leave(terminalId: number, at_us: number): void {
    const link = this.#receivers.get(terminalId)?.link;
    for (const message of this.remove(terminalId, at_us)) link?.send(message);
  }

  /** Closes the stream at all terminals. */
  leaveAll(at_us: number): void {
    for (const terminalId of [...this.#receivers.keys()]) this.leave(terminalId, at_us);
  }

  /** Removes a terminal whose link is gone. */
  lost(terminalId: number): void {
    this.#receivers.delete(terminalId);
  }

  volume(volume: number | null): void {
    for (const receiver of this.#receivers.values()) {
      if (receiver.open === null) receiver.link.send({ type: 'stream.volume', stream: this.#stream, volume });
      else receiver.open = { ...receiver.open, volume };
    }
  }

  /** Discards sound at the terminals that was cut from the queue. */
  flush(from_us: number): void {
    const { end } = this.#frames;
    for (const receiver of this.#receivers.values()) {
      receiver.next = Math.min(receiver.next, end);
      if (receiver.open === null) receiver.link.send({ type: 'stream.flush', stream: this.#stream, from_us });
    }
  }

  /**
   * Sends each receiver the messages that are due. While an earlier call is sending, that one opens the streams of new
   * receivers too.
   */
  async send(nowUs: number): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    let sent = 0;
    const isTurnOver = () => ++sent % SENDS_PER_TURN === 0;
    try {
      do {
        while (this.#hasJoined) await this.#open(nowUs);
        // Message by message, not terminal by terminal: the next message goes to every terminal before any
        // terminal's reserve grows.
        const wanted = this.#wanted();
        for (let number = wanted.first; number <= wanted.last && !this.#hasJoined; number++) {
          for (const receiver of this.#receivers.values()) {
            // One that is behind has been asked already: its message is not due, nor is any later one.
            if (receiver.open !== null || receiver.next !== number) continue;
            if (!this.#next(receiver, nowUs)) continue;
            wanted.last = Math.max(wanted.last, receiver.next);
            if (isTurnOver()) await new Promise(setImmediate);
          }
        }
      } while (this.#hasJoined);
    } finally {
      this.#isSending = false;
    }
  }

  /** Sends receivers that have just joined the open message and their first sound in one go. */
  async #open(nowUs: number): Promise<void> {
    this.#hasJoined = false;
    let opened = 0;
    for (const receiver of this.#receivers.values()) {
      const { open, before, link } = receiver;
      if (open === null) continue;
      link.together(() => {
        for (const message of before) link.send(message);
        link.send(open);
        receiver.open = null;
        while (this.#next(receiver, nowUs));
      });
      if (++opened % OPENS_PER_TURN === 0) await new Promise(setImmediate);
    }
  }

  /** Sends a receiver its next message if that is due; false when nothing was sent or skipped. */
  #next(receiver: Receiver, nowUs: number): boolean {
    const { first } = this.#frames;
    if (receiver.next < first) {
      this.#skipped += first - receiver.next;
      receiver.next = first;
    }
    const frame = this.#frames.at(receiver.next);
    if (frame === undefined || !sendFrame(receiver, frame, nowUs)) return false;
    receiver.next++;
    this.#onFirst?.();
    this.#onFirst = null;
    return true;
  }

  /**
   * Numbers of the oldest and the newest message that some receiver gets next: the sound further ahead, which no
   * receiver takes yet, is not looked at.
   */
  #wanted(): { first: number; last: number } {
    const { first: there, end } = this.#frames;
    const wanted = { first: end, last: there };
    for (const receiver of this.#receivers.values()) {
      if (receiver.next < there && receiver.open === null) {
        this.#skipped += there - receiver.next;
        receiver.next = there;
      }
      wanted.first = Math.min(wanted.first, receiver.next);
      wanted.last = Math.max(wanted.last, receiver.next);
    }
    return wanted;
  }
}
