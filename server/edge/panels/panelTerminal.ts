import type { ToTerminal } from '../../../contract/protocol/terminal.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import { Uplinks } from '../../site/terminals/gateway/uplinks.ts';
import type { PanelDriver } from './panel.types.ts';

/** Link of a panel of another make: it is sent settings of its outputs, and no sound. */
export class PanelTerminal implements TerminalLink {
  readonly terminalId: number;
  readonly org: number | null;
  readonly address: string;
  readonly language = 'cn';
  readonly bufferedBytes = 0;
  readonly unconfirmedBytes = 0;
  readonly reserveUs = 0;
  readonly held = null;
  readonly droppedFrames = 0;
  readonly uplinks = new Uplinks();
  readonly leadUs = null;
  readonly report = null;
  readonly reportAgeMs = 0;
  readonly #driver: () => PanelDriver;

  constructor(id: number, org: number | null, address: string, driver: () => PanelDriver) {
    this.terminalId = id;
    this.org = org;
    this.address = address;
    this.#driver = driver;
  }

  send(message: ToTerminal): void {
    if (message.type === 'outputs') this.#driver().set(message.set);
  }

  sendAudio(): void {}

  together(send: () => void): void {
    send();
  }
}
