import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { type CounterKey, counterOf, isCounterKey } from './deviceStatus.ts';

/** Options of the filter "more", beside role, version and task. */
export const moreFilters = ['fault', 'loss', 'never', 'sim'] as const;
export type MoreFilter = (typeof moreFilters)[number];

/** Loss from which the filter `loss` includes a terminal, percent. */
const LOSS_PCT = 1;

/** Filters of the grid, as in the address. */
export interface DeviceCriteria {
  q?: string | undefined;
  /** The selected zone, including its descendants. */
  org?: string | undefined;
  /** Id of a device group. */
  group?: string | undefined;
  state?: string | undefined;
  role?: string | undefined;
  version?: string | undefined;
  /** Id of the broadcast that sounds there. */
  task?: string | undefined;
  /** Some of `moreFilters`, joined by commas; all of them must hold. */
  more?: string | undefined;
}

type Test = (row: DeviceLive) => boolean;

const moreTests: Record<MoreFilter, Test> = {
  fault: (row) => row.fault !== 'none',
  loss: (row) => row.online && (row.lost_pct ?? 0) >= LOSS_PCT,
  never: (row) => row.last_login_time === null,
  sim: (row) => row.ICCID !== '',
};

/** Parses the "more" filters; unknown ones are ignored. */
export function readMore(text: string | undefined): MoreFilter[] {
  const words = (text ?? '').split(',');
  return moreFilters.filter((one) => words.includes(one));
}

function isFound(row: DeviceLive, needle: string): boolean {
  return (
    row.name.toLowerCase().includes(needle) ||
    row.code.toLowerCase().includes(needle) ||
    row.dev_name.toLowerCase().includes(needle) ||
    row.dev_name2.toLowerCase().includes(needle) ||
    row.client_ip.includes(needle)
  );
}

/**
 * Filter by all criteria but the state, for the counters. Undefined without any criterion. `zones`: the
 * selected zone with its descendants; undefined while none is selected.
 */
export function baseFilter(
  criteria: DeviceCriteria,
  zones: ReadonlySet<number> | undefined,
): Test | undefined {
  const tests: Test[] = readMore(criteria.more).map((one) => moreTests[one]);
  const { version } = criteria;
  const needle = (criteria.q ?? '').trim().toLowerCase();
  if (zones !== undefined) tests.push((row) => row.org !== null && zones.has(row.org));
  if (criteria.group) {
    const group = Number(criteria.group);
    tests.push((row) => row.groups.includes(group));
  }
  if (needle !== '') tests.push((row) => isFound(row, needle));
  if (criteria.role) {
    const role = Number(criteria.role);
    tests.push((row) => row.role === role);
  }
  if (version) tests.push((row) => row.client_version === version);
  if (criteria.task) {
    const task = Number(criteria.task);
    tests.push((row) => row.task_id === task);
  }
  return all(tests);
}

/** Combines the base filter and the selected counter. */
export function withState(base: Test | undefined, state: string | undefined): Test | undefined {
  const tests = base === undefined ? [] : [base];
  if (isCounterKey(state) && state !== 'all') tests.push((row) => counterOf(row) === state);
  return all(tests);
}

function all(tests: readonly Test[]): Test | undefined {
  if (tests.length <= 1) return tests[0];
  return (row) => tests.every((test) => test(row));
}

/** Counts the rows that pass a base filter. */
export function countByState(rows: Iterable<DeviceLive>, base: Test | undefined): Record<CounterKey, number> {
  const counts: Record<CounterKey, number> = {
    all: 0,
    offline: 0,
    behind_relay: 0,
    expected: 0,
    no_sound: 0,
    not_known: 0,
    sent: 0,
    playing: 0,
    manual_playing: 0,
    paused: 0,
    manual_stop: 0,
    free: 0,
  };
  for (const row of rows) {
    if (base !== undefined && !base(row)) continue;
    counts.all += 1;
    counts[counterOf(row)] += 1;
  }
  return counts;
}
