import { describe, expect, test } from 'vitest';
import { createAge, type DataAge, levelOf } from '../../src/streams/age.ts';
import { Clock } from '../support/clock.ts';
import { fakeConnection } from '../support/fakeConnection.ts';

/** Server time at local time 0. */
const SERVER = 1_800_000_000_000;

function setup() {
  const clock = new Clock();
  const link = fakeConnection();
  /** All ages that were shown. */
  const shown: DataAge[] = [];
  createAge(link.connection, () => clock.now(), clock).subscribe((one) => {
    shown.push(one);
  });
  /** A frame that the server wrote `delay` ms ago. */
  const frame = (delay = 0) => link.frame(SERVER + clock.now() - delay);
  return { clock, link, frame, shown, age: () => shown.at(-1) };
}

describe('age of data', () => {
  test('levels: live under 2 s, late under 10 s, then stale', () => {
    expect([null, 0, 1999, 2000, 9999, 10_000].map(levelOf)).toEqual([
      'none',
      'live',
      'live',
      'late',
      'late',
      'stale',
    ]);
  });

  test('without data there is no age; then it grows from the last frame on, connected or not', () => {
    const { clock, link, frame, age } = setup();
    expect(age()).toEqual({ level: 'none', seconds: null });
    link.connect();
    expect(age()).toEqual({ level: 'none', seconds: null });
    frame();
    expect(age()).toEqual({ level: 'live', seconds: 0 });
    link.lose();
    clock.advance(3000);
    expect(age()).toEqual({ level: 'late', seconds: 3 });
    clock.advance(8000);
    expect(age()).toEqual({ level: 'stale', seconds: 11 });
    link.connect();
    expect(age()).toEqual({ level: 'stale', seconds: 11 });
    frame();
    expect(age()).toEqual({ level: 'live', seconds: 0 });
  });

  test('an age of live data stands for a second, a change of its level is shown at once', () => {
    const { clock, link, frame, shown } = setup();
    link.connect();
    frame();
    for (let i = 0; i < 20; i++) {
      clock.advance(200);
      frame(i % 2 === 0 ? 100 : 0);
    }
    expect(shown.length).toBeLessThanOrEqual(6);
    link.lose();
    clock.advance(2000);
    expect(shown.at(-1)).toEqual({ level: 'late', seconds: 2 });
  });

  test('frames that a slow connection delivers late are as old as they are', () => {
    const { clock, link, frame, age } = setup();
    link.connect();
    frame();
    for (const delay of [1000, 3000, 6100]) {
      clock.advance(1000);
      frame(delay);
    }
    expect(age()).toEqual({ level: 'late', seconds: 6 });
    clock.advance(1000);
    frame(0);
    expect(age()).toEqual({ level: 'live', seconds: 0 });
  });

  test('clocks that drift by 100 ppm do not make it grow over a day', () => {
    const { clock, link, age } = setup();
    link.connect();
    for (let second = 0; second < 86_400; second += 10) {
      clock.advance(10_000);
      link.frame(SERVER + clock.now() * (1 - 100e-6));
    }
    expect(age()).toEqual({ level: 'live', seconds: 0 });
  });

  test('a server clock that was set between two connections has no effect', () => {
    const { clock, link, age } = setup();
    link.connect();
    link.frame(SERVER);
    link.lose();
    clock.advance(1000);
    link.connect();
    link.frame(SERVER - 3_600_000);
    for (let ms = 250; ms <= 2000; ms += 250) {
      clock.advance(250);
      link.frame(SERVER - 3_600_000 + ms);
    }
    expect(age()?.level).toBe('live');
    expect(age()?.seconds).toBeLessThan(1);
  });

  test('a logout resets it', () => {
    const { clock, link, frame, age } = setup();
    link.connect();
    frame();
    link.logout();
    clock.advance(1000);
    expect(age()).toEqual({ level: 'none', seconds: null });
  });
});
