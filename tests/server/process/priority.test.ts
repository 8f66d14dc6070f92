import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { expect, test } from 'vitest';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Runs code in a process of its own; returns what it prints. */
function run(code: string, under: readonly string[] = []): string {
  const [command = process.execPath, ...args] = [
    ...under,
    process.execPath,
    '--input-type=module-typescript',
    '-e',
    code,
  ];
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8' });
  expect(`${stderr}${status}`).toBe('0');
  return stdout.trim();
}

const programs = [
  ['server', 'server/platform/process/priority.ts', 'raisePriority(-10)'],
  ['terminal', 'terminal/headless/priority.ts', 'raisePriority()'],
] as const;

test.runIf(isRoot).each(programs)(
  'the %s gives all its threads and its child processes precedence when root starts it',
  (_name, file, call) => {
    const printed = run(`
      import { spawnSync } from 'node:child_process';
      import { readdirSync } from 'node:fs';
      import { getPriority } from 'node:os';
      import { raisePriority } from '${process.cwd()}/${file}';
      const before = readdirSync('/proc/self/task').length;
      const nice = ${call};
      const threads = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)));
      const child = spawnSync('nice', { encoding: 'utf8' }).stdout.trim();
      console.log(JSON.stringify({ nice, isMany: before > 1, threads: [...new Set(threads)], child }));`);
    expect(JSON.parse(printed)).toEqual({ nice: -10, isMany: true, threads: [-10], child: '-10' });
  },
);

test.runIf(isRoot).each(programs)('the %s leaves a higher priority as it is', (_name, file, call) => {
  const code = `import { raisePriority } from '${process.cwd()}/${file}'; console.log(${call});`;
  expect(run(code, ['nice', '-n', '-15'])).toBe(String(Math.max(-20, getPriority() - 15)));
});

test.each(programs)('the %s of an ordinary account keeps its priority', (_name, file, call) => {
  const code = `import { raisePriority } from '${process.cwd()}/${file}'; console.log(${call});`;
  const under = isRoot ? ['setpriv', '--reuid', '65534', '--clear-groups', '--bounding-set', '-all'] : [];
  const limit = /Max nice priority\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  if (limit === '0') expect(run(code, under)).toBe(String(getPriority()));
});
