import { BehaviorSubject, VirtualTimeScheduler } from 'rxjs';
import { expect, test } from 'vitest';
import type { ZoneHistory } from '../../contract/entities/site/history.ts';
import { type ZoneHistoryQuery, zoneHistory } from '../../src/streams/zoneHistory.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

test('a history is fetched for the zones that are shown, every minute, and kept over a failure', async () => {
  const scheduler = new VirtualTimeScheduler();
  const asked: ZoneHistoryQuery[] = [];
  const zones$ = new BehaviorSubject<number[]>([]);
  const shown: (ZoneHistory | null)[] = [];
  let isAway = false;
  const fetch = async (query: ZoneHistoryQuery): Promise<ZoneHistory> => {
    asked.push(query);
    if (isAway) throw new Error('away');
    return { from: query.from, step_s: query.step_s, zones: [] };
  };
  const at = 1_800_000_059_000;
  const history$ = zoneHistory(
    fetch,
    zones$,
    { spanS: 3600, stepS: 60 },
    () => at + scheduler.now(),
    scheduler,
  );
  const subscription = history$.subscribe((one) => shown.push(one));
  const pass = async (ms: number) => {
    scheduler.maxFrames = scheduler.frame + ms;
    scheduler.flush();
    await settle();
  };
  expect(shown).toEqual([null]);

  zones$.next([3, 4]);
  await pass(1);
  const to = 1_800_000_000 + 0;
  expect(asked).toEqual([{ ids: '3,4', from: to - 3600, to, step_s: 60 }]);
  expect(shown).toHaveLength(2);
  // The same zones again are not fetched again.
  zones$.next([3, 4]);
  await pass(1);
  expect(asked).toHaveLength(1);

  isAway = true;
  await pass(60_000);
  expect(asked).toHaveLength(2);
  expect(shown).toHaveLength(2);
  isAway = false;
  await pass(60_000);
  expect(shown).toHaveLength(3);
  subscription.unsubscribe();
});
