import { expect, test } from 'vitest';
import {
  pack,
  subjects,
  terminalMinute,
  terminalRecord,
  unpack,
} from '../../../server/site/history/packing.ts';
import { Sums } from '../../../server/site/history/sums.ts';

test.each([
  { state: 'idle', level_db: null, loss_pct: null },
  { state: 'sounding', level_db: -23.5, loss_pct: 0 },
  { state: 'silent', level_db: -127, loss_pct: 0.3 },
  { state: 'offline', level_db: 0, loss_pct: 100 },
] as const)('a minute of a terminal is read as it was written: %j', (minute) => {
  expect(terminalMinute(terminalRecord(minute))).toEqual(minute);
});

test('records of many ids are packed into few rows, and ids without one are left out', () => {
  const { terminal } = subjects;
  const record = terminalRecord({ state: 'idle', level_db: null, loss_pct: null });
  const ids = [1, 255, 256, 700];
  const rows = pack(
    terminal,
    5,
    ids.map((id) => [id, record] as const),
  );
  expect(rows.map(({ block, slot, data }) => [block, slot, data.length])).toEqual([
    [0, 5, 768],
    [1, 5, 3],
    [2, 5, (700 - 512 + 1) * 3],
  ]);
  expect(rows.flatMap((row) => [...unpack(terminal, row)].map(([id]) => id))).toEqual(ids);
});

test('sums of parts are the sums of the whole, and a level is that of the mean power', () => {
  const part = (level: number, loss: number) => {
    const sums = new Sums();
    Object.assign(sums, { terminalS: 60, soundingS: 60, silentS: 2 });
    sums.takeLevel(level, 60);
    sums.takeLoss(loss, 60);
    return sums;
  };
  const whole = new Sums();
  for (const one of [part(-10, 1), part(-10, 3)]) whole.addRecord(Buffer.from(one.record()));
  expect(whole).toMatchObject({ terminalS: 120, soundingS: 120, silentS: 4 });
  expect(whole.lossPct).toBeCloseTo(2);
  expect(whole.levelDb).toBeCloseTo(-10);
  whole.add(part(-70, 2));
  expect(whole.levelDb).toBeCloseTo(-11.76, 1);
});
