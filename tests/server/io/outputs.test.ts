import { expect, test } from 'vitest';
import type { OutputSetting } from '../../../contract/protocol/terminalStatus.ts';
import { Outputs } from '../../../server/site/io/outputs.ts';

test('a pulse has its full length, however long its command takes', () => {
  let now = 0;
  const sent: OutputSetting[] = [];
  const outputs = new Outputs({
    now: () => now++,
    send: (_terminal, set) => sent.push(...set),
    changed: () => {},
  });
  outputs.pulse({ terminal_id: 1, output: 2 }, 200, 'admin');
  outputs.close();
  expect(sent).toEqual([{ output: 2, on: true, pulse_ms: 200 }]);
});
