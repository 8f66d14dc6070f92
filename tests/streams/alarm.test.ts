import { describe, expect, it } from 'vitest';
import type { AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import { inPlace } from '../../src/streams/alarm.ts';

const alarm = (id: number, more: Partial<AlarmLive> = {}): AlarmLive =>
  ({
    id,
    drill: 'none',
    state: 'alarming',
    priority: 50,
    began_at: id,
    acknowledged_at: null,
    ...more,
  }) as AlarmLive;
const order = (alarms: AlarmLive[]) => inPlace(alarms).map(({ id }) => id);

describe('the list of running alarms', () => {
  it('is sorted by priority, then the earliest; drills come last', () => {
    const alarms = [
      alarm(1, { drill: 'silent', priority: 99 }),
      alarm(3),
      alarm(2),
      alarm(4, { priority: 80 }),
    ];
    expect(order(alarms)).toEqual([4, 2, 3, 1]);
  });

  it('keeps its order when an alarm is acknowledged, silenced or reset', () => {
    const alarms = [alarm(1), alarm(2), alarm(3)];
    const before = order(alarms);
    for (const change of [{ acknowledged_at: 5 }, { silenced: true }, { state: 'reset' as const }])
      expect(order(alarms.map((one) => (one.id === 1 ? { ...one, ...change } : one)))).toEqual(before);
  });
});
