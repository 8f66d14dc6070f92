import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Headless terminal program as a separate process, so that it can be stopped, killed and suspended. */
export class Loudspeaker {
  readonly #child: ChildProcess;

  /** @param more further arguments, such as a role */
  constructor(url: string, code: string, dataDir: string, more: readonly string[] = []) {
    const args = ['--server', url, '--code', code, '--state', join(dataDir, `${code}.json`), ...more];
    this.#child = spawn(process.execPath, [join(root, 'terminal/headless/main.ts'), ...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
      // With its precedence the programs of other tests would hardly run.
      env: { ...process.env, TERMINAL_NICE: '0' },
    });
  }

  /** Writes a line to its standard input. */
  line(text: string): void {
    this.#child.stdin?.write(`${text}\n`);
  }

  /** Suspends it: no more messages, but its connection stays. */
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
