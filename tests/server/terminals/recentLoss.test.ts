import { expect, test } from 'vitest';
import { report } from '../../../contract/protocol/terminal.ts';
import { RecentLoss } from '../../../server/site/terminals/gateway/recentLoss.ts';

/** Terminal that plays and reports every second, with a number of lost packets out of 50. */
class Listener {
  readonly loss = new RecentLoss();
  now = 5_000_000;
  received = 0;
  lost = 0;
  late = 0;
  missed_ms = 0;
  stream = 1;

  second({ lost = 0, late = 0, missed_ms = 0 } = {}): number | null {
    this.now += 1000;
    this.received += 50 - lost;
    this.lost += lost;
    this.late += late;
    this.missed_ms += missed_ms;
    const { received, stream } = this;
    const counts = { received, lost: this.lost, late: this.late, missed_ms: this.missed_ms, stream };
    this.loss.take(report.parse({ type: 'report', state: 'playing', ...counts }), this.now);
    return this.loss.percent(this.now);
  }
  seconds(n: number, fields: Parameters<Listener['second']>[0] = {}): number | null {
    let last: number | null = null;
    for (let i = 0; i < n; i++) last = this.second(fields);
    return last;
  }
  get isFault(): boolean {
    return this.loss.isFault(this.now);
  }
}

test('loss is shown for ten seconds, however long the broadcast continues', () => {
  const one = new Listener();
  one.seconds(5);
  one.seconds(5, { lost: 30 });
  expect(one.isFault).toBe(true);
  expect(one.second()).toBeGreaterThan(20);
  expect(one.seconds(8)).toBeGreaterThan(0);
  expect(one.seconds(3)).toBe(0);
  expect(one.isFault).toBe(false);
});

test('late packets and missed samples count as well; lost packets that were missed count once', () => {
  const late = new Listener();
  expect(late.seconds(11, { late: 5 })).toBeCloseTo(10, 0);
  const dry = new Listener();
  expect(dry.seconds(11, { missed_ms: 50 })).toBeCloseTo(5, 0);
  const both = new Listener();
  expect(both.seconds(11, { lost: 5, missed_ms: 100 })).toBeCloseTo(10, 0);
});

test('late first packets of a broadcast are no fault', () => {
  const one = new Listener();
  one.second();
  one.second({ late: 4 });
  expect(one.isFault).toBe(false);
  one.seconds(12);
  expect(one.isFault).toBe(false);
});

test('counters of another opening, or of another stream, are ignored', () => {
  const one = new Listener();
  one.seconds(6);
  one.stream = 2;
  one.received = 9000;
  one.lost = 3000;
  expect(one.second()).toBe(0);
  one.received = 0;
  one.lost = 0;
  expect(one.seconds(2)).toBe(0);
});

test('an idle terminal, or one without reports, has no loss', () => {
  const one = new Listener();
  expect(one.loss.percent(one.now)).toBeNull();
  one.seconds(5, { lost: 10 });
  one.now += 11_000;
  expect(one.loss.percent(one.now)).toBeNull();
  expect(one.isFault).toBe(false);
});
