import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../server/platform/process/startError.ts';
import type { Machine, ServiceOptions, Step } from './plan.ts';

/** A step as a line that could be typed. */
export function lineOf(step: Step): string {
  if (step.do === 'run') return [step.command, ...step.args].join(' ');
  return step.do === 'write' ? `write ${step.path}` : `rm ${step.path}`;
}

/** Does all steps, and says each; the first that fails ends it. @throws StartError */
export function carryOut(
  steps: readonly Step[],
  { isDry }: ServiceOptions,
  print: (line: string) => void,
): void {
  for (const step of steps) {
    print(`  ${lineOf(step)}`);
    if (isDry) continue;
    if (step.do === 'remove') rmSync(step.path, { force: true });
    else if (step.do === 'write') {
      writeFileSync(step.path, step.text, { mode: step.mode });
      // A file that was there has kept its own.
      chmodSync(step.path, step.mode);
    } else {
      const { status, error } = spawnSync(step.command, step.args, { stdio: 'inherit' });
      if (status !== 0)
        throw new StartError(
          `${lineOf(step)} has failed${error === undefined ? '' : `: ${error.message}`}.\n` +
            '`journalctl -u tocsin -n 50` (with --user: `journalctl --user -u tocsin -n 50`) says why the server did not start.',
        );
    }
  }
}

/** The machine as it is. */
export function thisMachine(): Machine {
  const nameOf = (...args: string[]) => {
    const { status, stdout } = spawnSync('id', ['-nu', ...args], { encoding: 'utf8' });
    return status === 0 ? stdout.trim() : null;
  };
  return {
    root: fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, ''),
    env: process.env,
    isRoot: process.getuid?.() === 0,
    // As sd_booted(3) looks.
    hasSystemd: existsSync('/run/systemd/system'),
    hasAccount: (name) => nameOf(name) !== null,
    read: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
    ownerOf: (path) => (existsSync(path) ? nameOf(String(statSync(path).uid)) : null),
  };
}

export function parseOptions(args: readonly string[]): ServiceOptions {
  const unknown = args.find((arg) => arg !== '--user' && arg !== '--dry-run');
  if (unknown !== undefined) throw new StartError(`${unknown} is not known. There are --user and --dry-run.`);
  return { isUser: args.includes('--user'), isDry: args.includes('--dry-run') };
}
