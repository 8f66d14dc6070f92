import { z } from 'zod';
import { messageText } from '../../../../contract/api/errors.ts';
import type { Language } from '../../../../contract/language.ts';
import { closeCode } from '../../../../contract/protocol/frames.ts';
import type { TerminalWire, WireEvents } from '../../terminals/gateway/wire/terminalWire.types.ts';
import type { Outbox } from './outbox.ts';
import type { SharedFrames } from './sharedFrames.ts';

/** Line to a relay, as far as its sessions need it. */
export interface SessionLine {
  readonly outbox: Outbox;
  readonly frames: SharedFrames;
  /** Bytes that wait on this machine. */
  readonly bufferedBytes: number;
  /** Bytes of sound that the relay has not confirmed. */
  readonly unconfirmedBytes: number;
  readonly isSlow: boolean;
  readonly isFull: boolean;
  /** The session has ended on this side. */
  left(session: number): void;
}

const cutMessage = z.object({
  type: z.enum(['stream.flush', 'stream.close']),
  stream: z.number(),
  from_us: z.number().optional(),
});
const CUTS = ['{"type":"stream.flush"', '{"type":"stream.close"'];

/** Terminal at a relay. The relay supervises it; this side sends and receives its messages. */
export class RelaySession implements TerminalWire {
  readonly isSupervised = true;
  readonly flushedBytes = 0;
  readonly receivedBytes = 0;
  readonly #id: number;
  readonly #line: SessionLine;
  #events: WireEvents | null = null;

  constructor(id: number, line: SessionLine) {
    this.#id = id;
    this.#line = line;
  }

  listen(events: WireEvents): void {
    this.#events = events;
  }

  get bufferedBytes(): number {
    return this.#line.bufferedBytes;
  }
  get unconfirmedBytes(): number {
    return this.#line.unconfirmedBytes;
  }
  get isFull(): boolean {
    return this.#line.isFull;
  }

  /** Message of the terminal. */
  text(text: string): void {
    this.#events?.text(text);
  }
  bytes(bytes: Uint8Array): void {
    this.#events?.bytes(bytes);
  }
  /** The relay has ended the session, or the line is lost. */
  closed(): void {
    const events = this.#events;
    this.#events = null;
    events?.closed();
  }

  sendText(text: string): void {
    if (CUTS.some((start) => text.startsWith(start))) this.#cutStream(text);
    this.#line.outbox.add(this.#id, text, { type: 'to', text });
  }

  sendAudio(frame: Uint8Array): boolean {
    if (this.#line.isSlow) return false;
    this.#line.frames.send(this.#id, frame);
    return true;
  }

  together(send: () => void): void {
    send();
  }

  isStuck(): boolean {
    return false;
  }

  /** The relay ends the sessions of terminals that do not answer, so an open one is alive. */
  async probe(): Promise<boolean> {
    return this.#events !== null;
  }

  pause(): void {
    this.#events = null;
  }

  close(code: number): void {
    this.#events = null;
    this.#line.outbox.add(this.#id, `end ${code}`, { type: 'end', code });
    this.#line.left(this.#id);
  }

  cut(): void {
    this.close(1001);
  }

  #cutStream(text: string): void {
    const { type, stream, from_us } = cutMessage.parse(JSON.parse(text));
    if (type === 'stream.close') this.#line.frames.leave(this.#id, stream);
    else if (from_us !== undefined) this.#line.frames.cut(stream, from_us);
  }
}

/** Time after which a terminal that came by plain HTTP looks whether it may, s. */
const HTTPS_RETRY_S = 30;

/** Refuses a terminal that came by plain HTTP while the site is reached by HTTPS only. */
export function refusePlain(session: Pick<TerminalWire, 'sendText' | 'close'>, language: Language): void {
  const message = messageText('common.httpsOnly', language);
  session.sendText(JSON.stringify({ type: 'refused', code: 'https', message, retry_s: HTTPS_RETRY_S }));
  session.close(closeCode.refused);
}
