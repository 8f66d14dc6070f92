import { describe, expect, test } from 'vitest';
import { report } from '../../../../contract/protocol/terminal.ts';
import { ListeningClock } from '../../../../server/platform/clock/listeningClock.ts';
import { proofOf } from '../../../../server/site/terminals/gateway/proofAge.ts';

const reportOf = (fields: object) =>
  report.parse({ type: 'report', state: 'playing', stream: 1, buffer_ms: 1900, ...fields });

describe('age of a report', () => {
  test.each([
    ['a broadcast', false, {}, 3000, 6000],
    ['an alarm', true, {}, 2000, 4000],
    ['a slow link', false, { late: 40, buffer_ms: 0 }, 6000, 12_000],
    ['an alarm that is played from what is kept', true, { kept: true }, 4000, 8000],
    ['a link that was late once and has a reserve', false, { late: 40 }, 3000, 6000],
  ])('%s', (_name, urgent, fields, stale, gone) => {
    const at = (ms: number) => proofOf(ms, urgent, reportOf(fields));
    expect([at(0), at(stale), at(stale + 1), at(gone), at(gone + 1)]).toEqual([
      'fresh',
      'fresh',
      'stale',
      'stale',
      'void',
    ]);
  });

  test('time during which the server was blocked does not count', () => {
    let now = 1000;
    const clock = new ListeningClock(() => now, 500);
    const passes = (ms: number) => {
      now += ms;
      clock.tick();
    };
    for (let i = 0; i < 4; i++) passes(500);
    expect(clock.now()).toBe(2000);
    now += 60_000;
    expect(clock.now()).toBe(3000);
    clock.tick();
    expect(clock.now()).toBe(3000);
    passes(500);
    expect(clock.now()).toBe(3500);
  });
});
