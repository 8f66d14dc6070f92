import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Args, codeOf, readArgs } from './args.ts';
import { home } from './home.ts';
import { StateFile } from './state.ts';
import { RESTART_CODE, SLOTS_VARIABLE } from './upgrade/launched.ts';
import { slotsFolder, UpgradeSlots } from './upgrade/upgradeSlots.ts';

/**
 * Launcher of a terminal for upgrades: starts the active version, tries a new one, and returns to the old one when
 * the server does not welcome the new one in time (docs/decisions/0070). The launcher itself is never upgraded.
 */
const INSTALLED = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Time for a program to end after the request, ms. */
const END_MS = 5_000;

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

async function supervise(args: Args): Promise<number> {
  const code = args.code ?? new StateFile(args.state).prefix();
  const slots = new UpgradeSlots(slotsFolder(args.state, codeOf(code, 0, 1)));
  let child: ChildProcess | null = null;
  let isEnding = false;
  const pass = (signal: NodeJS.Signals) => () => {
    if (signal !== 'SIGUSR2') isEnding = true;
    child?.kill(signal);
  };
  process.on('SIGTERM', pass('SIGTERM'));
  process.on('SIGUSR2', pass('SIGUSR2'));
  // At a keyboard the terminal program receives the signal as well.
  process.on(
    'SIGINT',
    process.stdin.isTTY
      ? () => {
          isEnding = true;
        }
      : pass('SIGINT'),
  );

  /** Runs a program to its end; `tried`: it must be welcomed within this number of ms, then `welcomed` is called. */
  function run(
    program: string,
    tried: { ms: number; welcomed(): void } | null,
  ): Promise<Ended & { late: boolean }> {
    const started = spawn(process.execPath, [...process.execArgv, program, ...process.argv.slice(2)], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, [SLOTS_VARIABLE]: slots.folder, TOCSIN_HOME: home },
    });
    child = started;
    let late = false;
    const timer =
      tried &&
      setTimeout(() => {
        late = true;
        started.kill('SIGTERM');
        setTimeout(() => started.kill('SIGKILL'), END_MS).unref();
      }, tried.ms);
    started.once('message', () => {
      clearTimeout(timer ?? undefined);
      if (!late) tried?.welcomed();
    });
    return new Promise((resolve) => {
      const end = (ended: Ended) => {
        clearTimeout(timer ?? undefined);
        child = null;
        resolve({ ...ended, late });
      };
      started.once('exit', (exit, signal) => end({ code: exit, signal }));
      started.once('error', () => end({ code: 1, signal: null }));
    });
  }

  for (;;) {
    const state = slots.read();
    const { trial } = state;
    const fail = (reason: string) =>
      slots.write({ ...slots.read(), trial: null, failed: { upgrade: trial?.upgrade ?? 0, reason } });
    if (trial?.begun) {
      fail(`version ${trial.version} was cut off before it reached the server`);
      continue;
    }
    let isWelcomed = trial === null;
    if (trial !== null) slots.write({ ...state, trial: { ...trial, begun: true } });
    const own = slots.program(trial?.slot ?? state.active);
    const program = own !== null && existsSync(own) ? own : INSTALLED;
    const ended = await run(
      program,
      trial && {
        ms: args.upgradeWaitMs,
        welcomed() {
          isWelcomed = true;
          slots.write({ active: trial.slot, trial: null, failed: null });
        },
      },
    );
    if (trial !== null && !isWelcomed && !isEnding) {
      const how = ended.late
        ? `did not reach the server within ${args.upgradeWaitMs / 1000} s`
        : `ended with ${ended.signal ?? ended.code}`;
      fail(`version ${trial.version} ${how}`);
    } else if (ended.code !== RESTART_CODE || isEnding) return ended.code ?? 1;
  }
}

async function main(): Promise<void> {
  const args = readArgs(process.argv.slice(2));
  // Several terminals in one process, and runs that end by themselves, cannot be upgraded.
  if (args === null || args.count > 1 || args.talk !== null) await import('./main.ts');
  else process.exitCode = await supervise(args);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
