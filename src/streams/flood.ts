import { alarmState, drillMode } from '../../contract/codes.ts';
import type { AlarmEnded, AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import type { AlarmPlan } from '../../contract/entities/tasks/alarmPlan.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import type { FaultKind } from '../../contract/fieldCodes.ts';
import { needsAttention } from './alarm.ts';
import type { FaultLine } from './faultLines.ts';
import { type FloodReach, plansOf } from './floodPlans.ts';

/** An alarm or a fault in the flood view: active, or begun lately and over. */
export interface FloodItem {
  key: string;
  /** Start, epoch milliseconds. */
  at: number;
  kind: 'alarm' | FaultKind;
  /** A drill, which does not count as an alarm. */
  drill: boolean;
  /** Over. */
  over: boolean;
  /** Active and not acknowledged. */
  fresh: boolean;
  /**
   * True: it can be acknowledged now: not an alarm whose delay still runs, nor a fault that the server has not stored
   * yet.
   */
  open: boolean;
  /** Its zone; null: several, or none. */
  org: number | null;
  /** Ids of the alarm plans that it belongs to. */
  plans: readonly number[];
  alarm?: AlarmLive;
  ended?: AlarmEnded;
  fault?: Fault;
}

/** Ways to group the items of a flood. */
export const floodGroupings = ['cause', 'zone', 'kind', 'plan'] as const;
export type FloodGrouping = (typeof floodGroupings)[number];

/** Items with one thing in common, the earliest first. */
export interface FloodGroup {
  /** Key of the fault line or the alarm; the zone, kind or plan; empty: none. */
  key: string;
  items: FloodItem[];
  first: FloodItem;
  latest: FloodItem;
}

/**
 * More items than this within ten minutes are an alarm flood, in which the first item matters most (EEMUA
 * 191).
 */
export const FLOOD_COUNT = 10;
/** Fewer items than this within ten minutes end the flood. */
const FLOOD_END = 5;
const FLOOD_MS = 600_000;

/** Alarms and faults from which a flood is computed. */
export interface FloodSource {
  alarms: readonly AlarmLive[];
  faults: readonly Fault[];
  /** Items that began lately and are over. A row in both lists counts as over. */
  ended: { alarms: readonly AlarmEnded[]; faults: readonly Fault[] };
}

/**
 * Lists active items and those that began lately and are over; the earliest first. Among the plans of an
 * item, those in alarm come first.
 */
export function floodItems(
  { alarms, faults, ended }: FloodSource,
  plans: readonly AlarmPlan[] = [],
  reach?: FloodReach,
): FloodItem[] {
  const isOver = new Set(ended.faults.map(({ id }) => id));
  const hasEnded = new Set(ended.alarms.map(({ id }) => id));
  const place = new Map(alarms.map(({ plan_id }, i) => [plan_id, i]));
  const placeOf = ({ id }: AlarmPlan) => place.get(id) ?? alarms.length;
  const ordered = plans.toSorted((a, b) => placeOf(a) - placeOf(b));
  const planOf = (plan: number | null) => (plan === null ? [] : [plan]);
  const zoneOf = (org: AlarmLive['org']) => (org?.length === 1 ? (org[0] ?? null) : null);
  const ofAlarm = (alarm: AlarmLive): FloodItem => ({
    key: `alarm${alarm.id}`,
    at: alarm.began_at,
    kind: 'alarm',
    drill: alarm.drill !== drillMode.none,
    over: false,
    fresh: needsAttention(alarm),
    open: needsAttention(alarm) && alarm.state === alarmState.alarming && alarm.plan_id !== null,
    org: zoneOf(alarm.org),
    plans: planOf(alarm.plan_id),
    alarm,
  });
  const ofEnded = (alarm: AlarmEnded): FloodItem => ({
    key: `alarm${alarm.id}`,
    at: alarm.began_at,
    kind: 'alarm',
    drill: alarm.drill !== drillMode.none,
    over: true,
    fresh: false,
    open: false,
    org: zoneOf(alarm.org),
    plans: planOf(alarm.plan_id),
    ended: alarm,
  });
  const ofFault = (fault: Fault): FloodItem => ({
    key: `fault${fault.id}`,
    at: fault.opened_at * 1000,
    kind: fault.kind,
    drill: false,
    over: fault.state === 'resolved',
    fresh: fault.state === 'new',
    open: fault.state === 'new' && fault.id > 0,
    org: fault.org,
    plans: plansOf(fault, ordered, reach),
    fault,
  });
  const items = [
    ...alarms.filter(({ id }) => !hasEnded.has(id)).map(ofAlarm),
    ...ended.alarms.map(ofEnded),
    ...faults.filter(({ id }) => !isOver.has(id)).map(ofFault),
    ...ended.faults.map(ofFault),
  ];
  return items.sort((a, b) => a.at - b.at || a.key.localeCompare(b.key, 'en', { numeric: true }));
}

/**
 * Counts the alarms and faults that began within the last ten minutes, active or over, and finds the start of
 * the flood: it lasts from the first ten minutes with more than ten of them to the first with fewer than
 * five. Drills do not count. `now` in epoch milliseconds.
 */
export function floodOf(
  all: readonly (Pick<FloodItem, 'at'> & { drill?: boolean })[],
  now: number,
): { count: number; since: number; isFlood: boolean } {
  const items = all.filter(({ drill }) => drill !== true);
  const within = (to: number) => items.filter(({ at }) => at > to - FLOOD_MS && at <= to);
  const count = items.filter(({ at }) => at > now - FLOOD_MS).length;
  let from = now - FLOOD_MS;
  let isFlood = count > FLOOD_COUNT;
  for (let more = within(from); more.length >= FLOOD_END; more = within(from)) {
    from -= FLOOD_MS;
    isFlood ||= count >= FLOOD_END && more.length > FLOOD_COUNT;
  }
  if (!isFlood) return { count, since: now - FLOOD_MS, isFlood };
  return { count, since: items.find(({ at }) => at > from)?.at ?? from, isFlood };
}

/**
 * Groups items. Groups with an alarm come first, then by their earliest item: a new item joins its group or
 * adds one below, so that nothing moves under the pointer. By cause: the line of a fault, and each alarm. An
 * item of several plans is in the group of the first.
 */
export function floodGroups(
  items: readonly FloodItem[],
  by: FloodGrouping,
  lines: readonly FaultLine[] = [],
): FloodGroup[] {
  const lineOf = new Map<number, string>();
  for (const line of lines) for (const { id } of line.faults) lineOf.set(id, line.key);
  const keyOf = (item: FloodItem): string => {
    if (by === 'cause') return item.fault === undefined ? item.key : (lineOf.get(item.fault.id) ?? item.key);
    if (by === 'kind') return item.kind;
    if (by === 'plan') return String(item.plans[0] ?? '');
    return String(item.org ?? '');
  };
  const groups = new Map<string, FloodGroup>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { key, items: [item], first: item, latest: item });
    else {
      group.items.push(item);
      group.latest = item;
    }
  }
  const hasAlarm = (group: FloodGroup) => group.items.some(({ kind }) => kind === 'alarm');
  return [...groups.values()].sort(
    (a, b) => Number(hasAlarm(b)) - Number(hasAlarm(a)) || a.first.at - b.first.at,
  );
}
