/** `npm run long [-- RUNS [SEED]]`: the random tests with many runs, each from a seed that is printed. */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

const [runs = '5000', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
const files = [
  'tests/contract/schedule/againstRrule.test.ts',
  'tests/terminal/audio/drift.test.ts',
  'tests/server/rights/fuzz.test.ts',
  'tests/server/accounts/lastAdministrator.test.ts',
  'tests/server/live/resume.test.ts',
  'tests/streams/faultLines.test.ts',
  'tests/views/alarms/sentences.test.ts',
  'tests/views/flood/floodSentences.test.ts',
  'tests/views/tasks/airSentences.test.ts',
  'tests/server/faults/damper.test.ts',
  'tests/server/engine/claimTable.test.ts',
  'tests/server/engine/engineModel.test.ts',
  'tests/server/outage/outage.test.ts',
  'tests/server/outage/damaged.test.ts',
  'tests/server/process/damagedFiles.test.ts',
  'tests/server/emergency/manyAlarms.test.ts',
  'tests/server/emergency/alarmModel.test.ts',
  'tests/server/transfer/formats.test.ts',
  'tests/server/transfer/many.test.ts',
];
process.stdout.write(`${runs} runs each, seed ${seed}\n`);
const options = ['run', '--project', 'unit', '--project', 'server', '--testTimeout', '7200000', ...files];
const { status } = spawnSync('vitest', options, {
  stdio: 'inherit',
  shell: process.platform === 'win32',
  env: { ...process.env, LONG_RUNS: runs, LONG_SEED: seed },
});
process.exitCode = status ?? 1;
