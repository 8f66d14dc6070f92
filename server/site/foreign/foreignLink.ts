import type { ToTerminal } from '../../../contract/protocol/terminal.ts';
import type { Delivery, SoundCalling, TerminalLink } from '../terminals/gateway/terminals.types.ts';
import { Uplinks } from '../terminals/gateway/uplinks.ts';

/** Time for encoding a packet and handing it to the process that sends, µs. */
const HANDLING_US = 40_000;
/** Time ahead of its delay for which sound is stored, µs: a stop discards it. */
const RESERVE_US = 1_000_000;

/** Transport that a loudspeaker shares with others, as its links see it. */
export interface SharedOutput {
  readonly address: string;
  readonly delayMs: number;
  /** Its call; absent: it is sent to without one. */
  readonly calling?: SoundCalling;
  message(link: ForeignLink, message: ToTerminal): void;
  audio(frame: Uint8Array): void;
  delivery(link: ForeignLink, stream: number): Delivery;
}

/** Link of a loudspeaker of another make: it is sent sound and reports nothing back. */
export class ForeignLink implements TerminalLink {
  readonly terminalId: number;
  readonly org: number | null;
  readonly language = 'cn';
  readonly bufferedBytes = 0;
  readonly unconfirmedBytes = 0;
  readonly held = null;
  readonly droppedFrames = 0;
  readonly uplinks = new Uplinks();
  readonly report = null;
  readonly reportAgeMs = 0;
  /** Volume of the loudspeaker, 0 to 100. */
  volume: number;
  readonly #output: SharedOutput;

  constructor(
    { id, org, ao_volume }: { id: number; org: number | null; ao_volume: number },
    output: SharedOutput,
  ) {
    this.terminalId = id;
    this.org = org;
    this.volume = ao_volume;
    this.#output = output;
  }

  get address(): string {
    return this.#output.address;
  }

  get reserveUs(): number {
    return this.#output.delayMs * 1000 + RESERVE_US;
  }

  get calling(): SoundCalling | undefined {
    return this.#output.calling;
  }

  get leadUs(): number {
    return this.#output.delayMs * 1000 + HANDLING_US;
  }

  send(message: ToTerminal): void {
    this.#output.message(this, message);
  }

  sendAudio(frame: Uint8Array): void {
    this.#output.audio(frame);
  }

  together(send: () => void): void {
    send();
  }

  delivery = (stream: number): Delivery => this.#output.delivery(this, stream);
}
