import { Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import type { AlarmEnded, AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import { floodItems } from '../../src/streams/flood.ts';
import { createFloodStarts, type Flood, type FloodStart } from '../../src/streams/floodSource.ts';
import { faultRow } from './faultRow.ts';

const alarm = (id: number, began_at: number, drill = 'none') =>
  ({ id, plan_id: id, org: null, drill, state: 'alarming', began_at, acknowledged_at: null }) as AlarmLive;
const flood = (more: Partial<Flood>): Flood => ({
  ...{ alarms: [], faults: [], ended: { alarms: [], faults: [] }, lines: [] },
  ...more,
});

function setUp() {
  const scheduler = new VirtualTimeScheduler();
  const flood$ = new Subject<Flood>();
  const seen: (readonly FloodStart[])[] = [];
  createFloodStarts(flood$, scheduler).subscribe((starts) => seen.push(starts));
  return { scheduler, flood$, seen };
}

it('the begins are those of the items of the flood, the earliest first', () => {
  const { flood$, seen } = setUp();
  const one = flood({
    alarms: [alarm(1, 9_000), alarm(2, 5_000, 'silent'), alarm(3, 7_000)],
    faults: [faultRow(1, { opened_at: 6 }), faultRow(2, { opened_at: 8 })],
    ended: {
      alarms: [{ ...alarm(3, 7_000), ended_at: 8_000 } as unknown as AlarmEnded],
      faults: [faultRow(2, { opened_at: 8, state: 'resolved' })],
    },
  });
  flood$.next(one);
  expect(seen).toEqual([floodItems(one).map(({ at, drill }) => ({ at, drill }))]);
  expect(seen[0]?.map(({ at }) => at)).toEqual([5_000, 6_000, 7_000, 8_000, 9_000]);
});

it('changes are told at once, and then once a second', () => {
  const { scheduler, flood$, seen } = setUp();
  for (let n = 1; n <= 5; n++) flood$.next(flood({ alarms: [alarm(1, n)] }));
  expect(seen).toEqual([[{ at: 1, drill: false }]]);
  scheduler.flush();
  expect(seen.at(-1)).toEqual([{ at: 5, drill: false }]);
  expect(seen).toHaveLength(2);
});
