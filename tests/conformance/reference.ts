import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages } from '../support/debian.ts';

const run = promisify(execFile);
const sources = join(import.meta.dirname, '../../reference');

/** Reference terminal in C, built for a test file. */
export class Reference {
  readonly folder = mkdtempSync(join(tmpdir(), 'tocsin-reference-'));
  readonly #running = new Set<ChildProcess>();

  /**
   * Builds it with the compiler of this machine; missing packages are installed where the machine allows it.
   *
   * @returns null, or the reason why it cannot be built
   */
  async build(): Promise<string | null> {
    const make = () => run('make', ['-C', sources, '-j2', `BUILD=${this.folder}`]);
    const first = await make().then(() => null, messageOf);
    if (first === null) return null;
    const reason = installPackages('gcc', 'make', 'libc6-dev', 'libopus-dev', 'libssl-dev');
    if (reason !== null) return reason;
    return make().then(() => null, messageOf);
  }

  /** Starts it at a server as `ws://HOST:PORT`; records into `CODE.pcm` of its folder. */
  start(server: string, code: string, more: readonly string[] = []): ChildProcess {
    const files = ['--state', join(this.folder, `${code}.state`), '--pcm', this.pcm(code)];
    const child = spawn(
      join(this.folder, 'terminal'),
      ['--server', server, '--code', code, ...files, ...more],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.#running.add(child);
    return child;
  }

  pcm(code: string): string {
    return join(this.folder, `${code}.pcm`);
  }

  /** Ends a program normally, so that its recording is whole. */
  async end(child: ChildProcess): Promise<void> {
    this.#running.delete(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  /** Samples that a terminal of this code has played. */
  recorded(code: string): Float32Array {
    const bytes = readFileSync(this.pcm(code));
    return Float32Array.from({ length: bytes.length >> 1 }, (_, i) => bytes.readInt16LE(2 * i) / 32_767);
  }

  async remove(): Promise<void> {
    for (const child of [...this.#running]) await this.end(child);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const messageOf = (error: Error & { stderr?: string }): string => error.stderr || error.message;
