import { expect, test } from 'vitest';
import { idsOf, runTerminal } from './runTerminal.ts';

test('the headless terminal passes every case of a loudspeaker', async () => {
  const results = await runTerminal();
  expect(results.filter(({ result }) => result === 'fail')).toEqual([]);
  expect(idsOf(results, 'skipped')).toEqual(['outputs', 'capture', 'status']);
}, 180_000);
