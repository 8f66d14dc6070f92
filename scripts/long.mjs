/**
 * `npm run long [-- RUNS [SEED]]`: all of what `npm test` samples: the random tests with many runs, each from a seed
 * that is printed, and the tables of cases in full.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const [runs = '5000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
/** A test that takes a sample imports `tests/support/random.ts`, reads the setting itself, or looks at one theme of two. */
const sampling = /support\/random\.ts'|LONG_RUNS|expectAccessible/;
const isLong = (name) => name.endsWith('.long.test.ts') || sampling.test(readFileSync(name, 'utf8'));
const files = readdirSync('tests', { recursive: true })
  .map((name) => `tests/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.test.ts') && isLong(name))
  .sort();
const isInBrowser = (name) => name.startsWith('tests/e2e/');
process.stdout.write(`${runs} runs each, seed ${seed}\n`);
function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, LONG_RUNS: runs, LONG_SEED: seed },
  });
  return status === 0;
}
const isMeasured = (name) => name.endsWith('.measured.test.ts');
const timeout = ['--testTimeout', '7200000'];
const isGood = [
  run('vitest', [
    ...['run', '--project', 'unit', '--project', 'server', ...timeout],
    ...files.filter((name) => !isInBrowser(name) && !isMeasured(name)),
  ]),
  // Tests that depend on real time run alone, as in `npm test`.
  run('vitest', [
    ...['run', '--project', 'measured', ...timeout],
    ...files.filter((name) => !isInBrowser(name) && isMeasured(name)),
  ]),
  run('playwright', [
    ...['test', '--project', 'screens'],
    ...files.filter((name) => isInBrowser(name) && !isMeasured(name)),
  ]),
  run('playwright', [
    ...['test', '--project', 'measured'],
    ...files.filter((name) => isInBrowser(name) && isMeasured(name)),
  ]),
];
process.exitCode = isGood.every(Boolean) ? 0 : 1;
