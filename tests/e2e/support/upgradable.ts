import { TerminalClient } from '../../support/terminalClient.ts';
import type { Hall } from './hall.ts';

/** Outcome of an upgrade: success, or failure with this reason. */
export type Plan = { kind: 'good' } | { kind: 'bad'; reason: string };

/**
 * Terminal by protocol only that can be upgraded: it reports progress, restarts when permitted, and returns
 * with the new version. It stays in the middle of its download until `release`.
 */
export class Upgradable {
  readonly code: string;
  id = 0;
  version = '1.0';
  #client: TerminalClient;
  #secret = '';
  #plan: Plan | null = null;
  #released: (() => void) | undefined;
  #url: string;
  #features: string[];
  #over = false;
  /** Keep-alive: a silent terminal counts as lost after some seconds. */
  readonly #beat = setInterval(() => {
    if (this.#client.closeCode === null) this.#client.report();
  }, 1_000);

  private constructor(url: string, client: TerminalClient, code: string, features: string[]) {
    this.#url = url;
    this.#client = client;
    this.code = code;
    this.#features = features;
  }

  /** Adopted online terminal. Without `upgrade` in `features` it cannot be upgraded. */
  static async join(
    hall: Hall,
    code: string,
    features = ['decode', 'restart', 'upgrade'],
  ): Promise<Upgradable> {
    const url = `${hall.server.url.replace('http', 'ws')}/v1/terminal`;
    const client = await TerminalClient.hello(url, { code, version: '1.0', features });
    const terminal = new Upgradable(url, client, code, features);
    await client.next('found');
    [terminal.id = 0] = await hall.api.adopt([code]);
    terminal.#secret = (await client.next('adopted')).secret;
    await client.next('welcome');
    if (features.includes('upgrade')) void terminal.#live();
    return terminal;
  }

  /** Lets downloads continue from now on. */
  release(plan: Plan = { kind: 'good' }): void {
    this.#plan = plan;
    this.#released?.();
  }

  /** Simulates a power loss. */
  async drop(): Promise<void> {
    this.#over = true;
    clearInterval(this.#beat);
    await this.#client.drop();
  }

  async #live(): Promise<void> {
    // Waits for its next upgrade as long as the test lasts; a closed connection brings none.
    while (!this.#over && this.#client.closeCode === null) await this.#order().catch(() => {});
  }

  async #order(): Promise<void> {
    const { upgrade, version } = await this.#client.next('upgrade');
    const report = (state: string, percent: number, more: object = {}) =>
      this.#client.send({ type: 'upgrade.state', upgrade, state, percent, ...more });
    report('updating', 40);
    const plan =
      this.#plan ??
      (await new Promise<Plan>((resolve) => {
        this.#released = () => resolve(this.#plan ?? { kind: 'good' });
      }));
    if (plan.kind === 'bad') return report('failed', 40, { reason: plan.reason });
    report('updating', 100);
    report('preparing_to_restart', 100);
    await this.#client.next('upgrade.restart');
    report('restarting', 100);
    await this.#client.drop();
    this.version = version;
    this.#client = await TerminalClient.hello(this.#url, {
      ...{ code: this.code, secret: this.#secret },
      ...{ version, features: this.#features },
    });
    await this.#client.next('welcome');
  }
}
