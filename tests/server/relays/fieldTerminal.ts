import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { TerminalClient } from '../../support/terminalClient.ts';

/** Pause before the next attempt to connect, ms. */
const AGAIN_MS = 50;

/** Terminal that connects again whenever its connection ends; a fire terminal reports its input each time. */
export class FieldTerminal {
  client: TerminalClient | null = null;
  readonly code: string;
  readonly #url: () => string;
  readonly #hello: { role: 0 | 4; secret: string };
  #active = false;
  #isOver = false;
  readonly #running: Promise<void>;

  constructor(url: () => string, code: string, hello: { role: 0 | 4; secret: string }) {
    this.#url = url;
    this.code = code;
    this.#hello = hello;
    this.#running = this.#run();
  }

  /** Opens or closes the contact of input 1. */
  set(active: boolean): void {
    this.#active = active;
    this.#report();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    this.client?.socket.terminate();
    await this.#running;
  }

  #report(): void {
    if (this.#hello.role !== 4 || this.client === null) return;
    this.client.send({
      ...{ type: 'status', kind: 'fire_control_device', outputs: [] },
      inputs: [{ input: 1, active: this.#active, line: 'ok' }],
    });
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      await this.#connection().catch(() => {});
      this.client = null;
      await wait(AGAIN_MS);
    }
  }

  async #connection(): Promise<void> {
    const client = new TerminalClient(this.#url());
    const isClosed = () => client.closeCode !== null || this.#isOver;
    try {
      await client.until(() => client.socket.readyState === WebSocket.OPEN || isClosed(), 'open');
      client.hello({ code: this.code, ...this.#hello });
      await client.next('welcome');
      this.client = client;
      this.#report();
      await client.until(isClosed, 'close');
    } finally {
      client.socket.terminate();
    }
  }
}
