import { of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { ScheduledTaskLive } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { CollectionEvent } from '../../../src/streams/collection.ts';
import { countStates } from '../../../src/views/kit/toolbar/StateCounters.tsx';
import { createPlaybacks } from '../../../src/views/shared/playback/playbacks.ts';
import {
  playbackActionsOf,
  playbackOf,
  playStatusName,
  runActions,
  savedStatusOf,
} from '../../../src/views/shared/tasks/taskStatus.ts';
import { scheduleFilter } from '../../../src/views/tasks/schedule/useScheduleFilter.ts';

const row = (more: Partial<ScheduledTaskLive> = {}): ScheduledTaskLive => ({
  id: 1,
  name: 'Morning bell',
  plan_id: 3,
  plan_name: 'Term',
  enabled: true,
  task_type: 0,
  audio_source: 0,
  day_types: [],
  day_type_names: [],
  start_date: '2026-09-01',
  end_date: null,
  start_time: '08:00:00',
  end_time: null,
  schedule_day: 1,
  weekday_flags: [],
  kept: null,
  delay_s: null,
  priority: 50,
  volume: null,
  busy_policy: 'preempt',
  wait_s: 60,
  retries: 0,
  retry_s: 60,
  offline_tasks: false,
  org: [1],
  run_ms: 8000,
  validity: 'in_effect',
  next_run: 1_800_000_000,
  broadcast_id: null,
  state: null,
  play_status: 0,
  rev: 1,
  ...more,
});

describe('manual actions', () => {
  /** Actions that the playback machine of the row takes. */
  const allowed = (more: Partial<ScheduledTaskLive>) => {
    const playbacks = createPlaybacks({
      changes$: of({ kind: 'snapshot', rows: [row(more)] } as CollectionEvent<ScheduledTaskLive>),
      statusOf: savedStatusOf,
      actionsOf: playbackActionsOf,
      perform: async () => null,
    });
    const disconnect = playbacks.connect();
    const { can } = playbacks.of(1);
    disconnect();
    return runActions.filter((one) => can[playbackOf[one]]);
  };

  it('follow the playback table of the contract', () => {
    expect(allowed({})).toEqual(['start']);
    expect(allowed({ play_status: 3 })).toEqual(['start']);
    expect(allowed({ state: 'playing', play_status: 2, broadcast_id: 9 })).toEqual(['pause', 'stop']);
    expect(allowed({ state: 'playing', play_status: 4, broadcast_id: 9 })).toEqual(['pause', 'stop']);
    expect(allowed({ state: 'paused', play_status: 1, broadcast_id: 9 })).toEqual(['resume', 'stop']);
  });

  it('a control task is carried out at once: it is only started', () => {
    expect(allowed({ task_type: 10 })).toEqual(['start']);
    expect(allowed({ task_type: 10, state: 'playing', broadcast_id: 9 })).toEqual(['stop']);
  });

  it('a task whose terminals are all pre-empted is waiting', () => {
    expect(playStatusName(row({ state: 'waiting', play_status: 2 }))).toBe('waiting');
    expect(playStatusName(row({ play_status: 3 }))).toBe('manual_stop');
  });
});

describe('filters of the screen', () => {
  const shows = (filters: Record<string, string>, more: Partial<ScheduledTaskLive> = {}, q = '') =>
    scheduleFilter({ q, filters }, 'all')(row(more));

  it('plan 0 selects the tasks of no plan', () => {
    expect(shows({ plan: '0' })).toBe(false);
    expect(shows({ plan: '0' }, { plan_id: null })).toBe(true);
    expect(shows({ plan: '3' })).toBe(true);
  });

  it('by validity, type, source, enabled state, and words of task and plan', () => {
    expect(shows({ validity: 'expired' })).toBe(false);
    expect(shows({ type: '10' })).toBe(false);
    expect(shows({ source: '0', enabled: 'true' })).toBe(true);
    expect(shows({ enabled: 'false' })).toBe(false);
    expect(shows({}, {}, 'TERM')).toBe(true);
    expect(shows({}, {}, 'noon')).toBe(false);
  });

  it('by zone: tasks that reach it or a descendant', () => {
    const zones = [
      { id: 1, parent_id: null, name: 'Site' },
      { id: 2, parent_id: 1, name: 'North' },
      { id: 3, parent_id: 1, name: 'South' },
    ] as unknown as Parameters<typeof scheduleFilter>[2];
    const reaches = (org: string) => scheduleFilter({ filters: { org } }, 'all', zones)(row({ org: [2] }));
    expect(['1', '2', '3'].map(reaches)).toEqual([true, true, false]);
  });

  it('the counters count the rows that pass the other filters', () => {
    const rows = [row(), row({ id: 2, validity: 'expired' }), row({ id: 3, plan_id: null })];
    const base = scheduleFilter({ filters: { plan: '3', validity: 'expired' } }, 'base');
    expect(countStates(rows.filter(base), (one) => one.validity)).toEqual({
      all: 2,
      in_effect: 1,
      expired: 1,
    });
  });
});
