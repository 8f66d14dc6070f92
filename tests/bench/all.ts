import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Figures, Result } from './harness.ts';

/** `npm run bench`: every benchmark one after another; rewrites the table of docs/performance.md. */
type Line = Omit<Result, 'invalid'> & {
  valid: boolean;
  holds: boolean;
  machine: Record<string, string | number>;
};

const root = new URL('../../', import.meta.url);
const page = new URL('docs/performance.md', root);

/** Runs `npm run bench:NAME`, its output passed on; its last line. */
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

const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  scripts: Record<string, string>;
};
const names = Object.keys(scripts).flatMap((script) => (/^bench:/.test(script) ? [script.slice(6)] : []));
const lines: Line[] = [];
for (const name of names) lines.push(await run(name));
const [first] = lines;
if (first === undefined) throw new Error('there are no benchmarks');
const machine = Object.entries(first.machine)
  .map(([key, value]) => `${key.replaceAll('_', ' ')} ${value}`)
  .join(', ');
writeFileSync(
  page,
  [
    '# Performance',
    '',
    'Written by `npm run bench` (design 13): each benchmark runs its baseline and our side in the same run, with a',
    'warm-up and medians of three runs. "Not valid" is a run in which the load measured itself; it holds nothing.',
    '',
    `Machine: ${machine}.`,
    '',
    '| benchmark | figure | baseline | ours | goal | |',
    '|---|---|---|---|---|---|',
    ...lines.flatMap(rowsOf),
    '',
  ].join('\n'),
);
process.exitCode = lines.every((line) => line.holds) ? 0 : 1;
