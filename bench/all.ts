import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Figures, Result } from './parts/harness.ts';

/**
 * `npm run bench`: runs all benchmarks one after another, or with `-- NAME NAME` the named ones. The last
 * line of each is stored in docs/performance/, with the measured commit; the table of docs/performance.md is
 * generated from them.
 */
type Line = Omit<Result, 'invalid'> & {
  valid: boolean;
  holds: boolean;
  /** Differences from a nominal run: a smaller load, fewer runs. */
  notes?: string[];
  /** Length of the run. */
  seconds?: number;
  machine: Record<string, string | number>;
  /** Date and commit of the measurement. */
  at?: string;
  commit?: string;
};

const root = new URL('../', import.meta.url);
const page = new URL('docs/performance.md', root);
const kept = new URL('docs/performance/', root);

/** Runs `npm run bench:NAME`, passing its output on; returns its last line. */
async function run(name: string): Promise<Line> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const child = spawn(npm, ['run', '--silent', `bench:${name}`], { stdio: ['ignore', 'pipe', 'inherit'] });
  let last = '';
  for await (const line of createInterface({ input: child.stdout })) {
    process.stdout.write(`${line}\n`);
    if (line.startsWith('{')) last = line;
  }
  if (last === '') throw new Error(`bench:${name} printed no result`);
  return JSON.parse(last) as Line;
}

const figure = (value: number | undefined) =>
  value === undefined ? '' : String(Number(value.toPrecision(3)));

function goalOf({ max, min }: { max?: number; min?: number }): string {
  return [max === undefined ? '' : `≤ ${max}`, min === undefined ? '' : `≥ ${min}`]
    .filter(Boolean)
    .join(', ');
}

function rowsOf(line: Line): string[] {
  const own: Figures = { ...line.measured, ...line.ratio };
  return Object.keys(own).map((key, i) => {
    const goal = line.goal[key];
    const verdict = i > 0 ? '' : line.holds ? 'holds' : line.valid ? 'does not hold' : 'not valid';
    const cells = [
      i === 0 ? line.name : '',
      key.replaceAll('_', ' '),
      figure(line.baseline[key]),
      figure(own[key]),
      goal === undefined ? '' : goalOf(goal),
      verdict,
    ];
    return `| ${cells.join(' | ')} |`;
  });
}

/** Measured commit, short; with a + when files differ from it. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  try {
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}

function read(name: string): Line[] {
  const file = new URL(`${name}.json`, kept);
  return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as Line] : [];
}

const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
};
const all = Object.keys(scripts).flatMap((script) => (/^bench:/.test(script) ? [script.slice(6)] : []));
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !all.includes(name));
if (unknown.length > 0)
  throw new Error(`no such benchmark: ${unknown.join(', ')}; there are ${all.join(', ')}`);
mkdirSync(kept, { recursive: true });
let isGood = true;
for (const name of chosen.length > 0 ? chosen : all) {
  const line = { ...(await run(name)), at: new Date().toISOString().slice(0, 10), commit: commit() };
  isGood &&= line.holds;
  writeFileSync(new URL(`${name}.json`, kept), `${JSON.stringify(line, null, 2)}\n`);
}
const lines = all.flatMap(read);
const described = (line: Line) => {
  const machine = Object.entries(line.machine).map(([key, value]) => `${key.replaceAll('_', ' ')} ${value}`);
  const length = line.seconds === undefined ? [] : [`${line.seconds} s`];
  return [machine.join(', '), ...length, ...(line.notes ?? [])].join('; ');
};
writeFileSync(
  page,
  [
    '# Performance',
    '',
    'Written by `npm run bench`; [how to read it](performance/README.md).',
    '',
    ...lines.map((line) => `- ${line.name}: ${line.at}, commit ${line.commit}; ${described(line)}.`),
    '',
    '| benchmark | figure | baseline | ours | goal | |',
    '|---|---|---|---|---|---|',
    ...lines.flatMap(rowsOf),
    '',
  ].join('\n'),
);
process.exitCode = isGood ? 0 : 1;
