import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The headless terminal program as a process of its own, so that it can be stopped, killed and held. */
export class Loudspeaker {
  readonly #child: ChildProcess;

  constructor(url: string, code: string, dataDir: string) {
    const args = ['--server', url, '--code', code, '--state', join(dataDir, `${code}.json`)];
    this.#child = spawn(process.execPath, [join(root, 'terminal/headless/main.ts'), ...args], {
      stdio: 'ignore',
    });
  }

  /** Held still: it says nothing more, but its connection stays. */
  hold(): void {
    this.#child.kill('SIGSTOP');
  }

  release(): void {
    this.#child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }
}
