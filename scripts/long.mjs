/** `npm run long [-- RUNS [SEED]]`: the random tests with many runs, each from a seed that is printed. */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const [runs = '5000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
const files = [
  'contract/schedule/againstRrule',
  'terminal/drift',
  'server/rights/fuzz',
  'server/accounts/lastAdministrator',
  'server/live/resume',
  'streams/faultLines',
  'views/alarms/sentences',
  'views/flood/floodSentences',
  'views/tasks/airSentences',
  'server/faults/damper',
  'server/broadcast/claims',
  'server/broadcast/engineModel',
  'server/outage/outage',
].map((name) => `tests/${name}.test.ts`);
process.stdout.write(`${runs} runs each, seed ${seed}\n`);
const options = ['run', '--project', 'unit', '--project', 'server', '--testTimeout', '7200000', ...files];
const { status } = spawnSync('vitest', options, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, LONG_RUNS: runs, LONG_SEED: seed },
});
process.exitCode = status ?? 1;
