import { expect, test } from 'vitest';
import { idsOf, idsThatRequire, runTerminal } from './runTerminal.ts';

test('the headless terminal passes every case of a loudspeaker', async () => {
  const results = await runTerminal();
  expect(results.filter(({ result }) => result === 'fail')).toEqual([]);
  expect(idsOf(results, 'skipped')).toEqual(
    idsThatRequire(
      ...['role 1', 'role 2', 'role 4', 'role 1 to 4'],
      ...['feature speak', 'feature offline', 'feature upgrade'],
    ),
  );
}, 180_000);
