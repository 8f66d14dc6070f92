import { z } from 'zod';
import { LONGEST_LEAD_US, MAX_LEAD_US, MAX_MESSAGES_PER_S } from '../../contract/protocol/frames.ts';
import { type FlatReport, flatReport } from '../../contract/protocol/relayReports.ts';
import type { TerminalWire } from '../../server/site/terminals/gateway/wire/terminalWire.types.ts';
import { jsonOf } from '../server/dialServer.ts';
import type { Listener } from './relayStream.ts';

/** Description of a connected terminal, for the server. */
export interface Arrival {
  address: string;
  language: string;
  secure: boolean;
  /** Address at which the terminal came, `http(s)://HOST:PORT`. */
  server: string;
}

export interface TerminalHandlers {
  /** It has said hello. */
  hello(terminal: TerminalAtRelay): void;
  /** Message for the server. */
  text(terminal: TerminalAtRelay, text: string): void;
  report(terminal: TerminalAtRelay, report: FlatReport): void;
  bytes(terminal: TerminalAtRelay, bytes: Uint8Array): void;
  /** Answer to `time`; null: the clock is not known. */
  timeOf(t0: number): string | null;
  closed(terminal: TerminalAtRelay): void;
}

const timeRequest = z.object({ t0: z.number() });
const helloStart = z.object({ ahead_ms: z.number().optional() });

/** Connection of one terminal at this relay. */
export class TerminalAtRelay implements Listener {
  readonly arrival: Arrival;
  readonly wire: TerminalWire;
  /** Its hello; null: none yet. */
  hello: string | null = null;
  /** Number of its session at the server; null: it waits for the line. */
  session: number | null = null;
  reserveUs = MAX_LEAD_US;
  /** Monotonic ms: opened, and heard last. */
  readonly openedAtMs = performance.now();
  heardAtMs = performance.now();
  /** Frames that were not sent, because it is slow. */
  dropped = 0;
  readonly #handlers: TerminalHandlers;
  #windowAtMs = 0;
  #windowCount = 0;
  #isOver = false;

  constructor(wire: TerminalWire, arrival: Arrival, handlers: TerminalHandlers) {
    this.wire = wire;
    this.arrival = arrival;
    this.#handlers = handlers;
    wire.listen({
      text: (text) => this.#text(text),
      bytes: (bytes) => {
        if (this.#count()) handlers.bytes(this, bytes);
      },
      present: () => this.#count(),
      closed: () => this.#end(),
    });
  }

  get bufferedBytes(): number {
    return this.wire.bufferedBytes;
  }

  sendText(text: string): void {
    if (this.#isOver) return;
    if (this.wire.isFull) this.close(1001);
    else this.wire.sendText(text);
  }

  sendAudio(bytes: Uint8Array): void {
    if (!this.#isOver && !this.wire.sendAudio(bytes)) this.dropped += 1;
  }

  close(code: number): void {
    if (this.#isOver) return;
    this.#end();
    this.wire.close(code);
  }

  #text(text: string): void {
    if (!this.#count()) return;
    if (this.hello === null) {
      this.hello = text;
      const aheadMs = helloStart.safeParse(jsonOf(text)).data?.ahead_ms ?? 0;
      this.reserveUs = Math.min(LONGEST_LEAD_US, Math.max(MAX_LEAD_US, aheadMs * 1000));
      this.#handlers.hello(this);
      return;
    }
    if (!text.startsWith('{"type":"time"') && !text.startsWith('{"type":"report"')) {
      this.#handlers.text(this, text);
      return;
    }
    const message = jsonOf(text);
    const time = timeRequest.safeParse(message).data;
    if (time !== undefined) {
      const answer = this.#handlers.timeOf(time.t0);
      if (answer !== null) this.sendText(answer);
      return;
    }
    const report = typeof message === 'object' && message !== null ? flatReport(message) : null;
    if (report === null) this.#handlers.text(this, text);
    else this.#handlers.report(this, report);
  }

  /** Counts a message; exceeding the rate closes the connection, as at a server. */
  #count(): boolean {
    if (this.#isOver) return false;
    const now = performance.now();
    this.heardAtMs = now;
    if (now - this.#windowAtMs >= 1000) {
      this.#windowAtMs = now;
      this.#windowCount = 0;
    }
    this.#windowCount += 1;
    if (this.#windowCount <= MAX_MESSAGES_PER_S) return true;
    this.close(4000);
    return false;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handlers.closed(this);
  }
}
