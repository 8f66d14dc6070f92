import { messageText } from '../../../contract/api/errors.ts';
import type { Language } from '../../../contract/language.ts';
import type { Devices } from '../../site/terminals/devicesApi.ts';
import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';

export interface ListenersDeps {
  devices: Pick<Devices, 'setListeners'>;
  gateway: Pick<TerminalGateway, 'link' | 'subscribe'>;
}

/** Counts who listens in at each terminal: its row shows the number, and the terminal announces it. */
export class Listeners {
  readonly #deps: ListenersDeps;
  readonly #of = new Map<number, Set<object>>();
  readonly #unsubscribe: () => void;

  constructor(deps: ListenersDeps) {
    this.#deps = deps;
    this.#unsubscribe = deps.gateway.subscribe({
      online: ({ terminalId, language }) => {
        if (this.#of.has(terminalId)) this.#notify(terminalId, language);
      },
    });
  }

  /** Number of listeners of a terminal. */
  count(terminal: number): number {
    return this.#of.get(terminal)?.size ?? 0;
  }

  /** Adds a listener; it is there until the returned function is called. */
  add(terminal: number, language: Language): () => void {
    const listener = {};
    const all = this.#of.get(terminal) ?? new Set();
    this.#of.set(terminal, all.add(listener));
    this.#notify(terminal, language);
    return () => {
      all.delete(listener);
      if (all.size === 0) this.#of.delete(terminal);
      this.#notify(terminal, language);
    };
  }

  #notify(terminal: number, language: Language): void {
    const listeners = this.count(terminal);
    this.#deps.devices.setListeners(terminal, listeners);
    this.#deps.gateway.link(terminal)?.send({
      type: 'listeners',
      listeners,
      message: listeners === 0 ? '' : messageText('terminal.subscribed', language),
    });
  }

  close(): void {
    this.#unsubscribe();
  }
}
