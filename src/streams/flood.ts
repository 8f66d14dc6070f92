import { alarmState } from '../../contract/codes.ts';
import type { AlarmLive } from '../../contract/entities/alarm.ts';
import type { AlarmPlan } from '../../contract/entities/alarmPlan.ts';
import type { Fault, FaultKind } from '../../contract/entities/fault.ts';
import type { LinkageTask } from '../../contract/entities/linkageTask.ts';
import { isUnheeded } from './alarm.ts';

/** An alarm or a fault that still stands, as the flood view lists it. */
export interface FloodItem {
  key: string;
  /** When it began, epoch milliseconds. */
  at: number;
  kind: 'alarm' | FaultKind;
  /** Nobody has acknowledged it yet. */
  fresh: boolean;
  /** It can be acknowledged now: an alarm whose delay still runs cannot, nor a fault that the server has not stored. */
  open: boolean;
  /** Its zone; null: several of them, or none. */
  org: number | null;
  /** Plans that it belongs to. */
  plans: readonly number[];
  alarm?: AlarmLive;
  fault?: Fault;
}

/** By what the items of a flood are put together. */
export const floodGroupings = ['zone', 'kind', 'plan'] as const;
export type FloodGrouping = (typeof floodGroupings)[number];

/** Items that have one thing in common, the earliest first. */
export interface FloodGroup {
  /** The zone, kind or plan; empty: none. */
  key: string;
  items: FloodItem[];
  first: FloodItem;
  latest: FloodItem;
}

/** More than this within ten minutes is a flood: what came first matters then, not what came last (EEMUA 191). */
export const FLOOD_COUNT = 10;
/** Fewer than this within ten minutes end it. */
const FLOOD_END = 5;
const FLOOD_MS = 600_000;

/** Where the linkage tasks of the plans sound: by terminal, zone and device group. */
export interface FloodReach {
  tasks: readonly Pick<LinkageTask, 'id' | 'devices' | 'orgs' | 'groups'>[];
  /** A zone and those above it. */
  zonesOver: (org: number) => ReadonlySet<number>;
  /** Device groups of a loudspeaker. */
  groupsOf: (terminal: number) => readonly number[];
}

/** Linkage tasks that a fault takes something from: their message, or a loudspeaker. */
function tasksOf(fault: Fault, reach: FloodReach | undefined): ReadonlySet<number> {
  if (fault.kind === 'alarm_message') return new Set([Number(fault.subject)]);
  const { terminal_id: terminal, org } = fault;
  if (terminal === null || reach === undefined) return new Set();
  const over = org === null ? new Set<number>() : reach.zonesOver(org);
  const groups = reach.groupsOf(terminal);
  const sounds = reach.tasks.filter(
    (task) =>
      task.devices.includes(terminal) ||
      task.orgs.some((zone) => over.has(zone)) ||
      task.groups.some((group) => groups.includes(group)),
  );
  return new Set(sounds.map(({ id }) => id));
}

/** Which plans a fault belongs to: those of its alarm terminal, and those that play its message or at its loudspeaker. */
function plansOf(fault: Fault, plans: readonly AlarmPlan[], reach: FloodReach | undefined): number[] {
  const tasks = tasksOf(fault, reach);
  return plans
    .filter((plan) => {
      if (fault.terminal_id !== null && plan.fire_control_device === fault.terminal_id) return true;
      return [plan, ...plan.steps].some(({ linkage_task_ids }) =>
        linkage_task_ids.some((id) => tasks.has(id)),
      );
    })
    .map(({ id }) => id);
}

/** Everything that still stands, the earliest first. Plans that alarm come first among those of an item. */
export function floodItems(
  alarms: readonly AlarmLive[],
  faults: readonly Fault[],
  plans: readonly AlarmPlan[],
  reach?: FloodReach,
): FloodItem[] {
  const place = new Map(alarms.map(({ plan_id }, i) => [plan_id, i]));
  const placeOf = ({ id }: AlarmPlan) => place.get(id) ?? alarms.length;
  const ordered = plans.toSorted((a, b) => placeOf(a) - placeOf(b));
  const items = [
    ...alarms.map(
      (alarm): FloodItem => ({
        key: `alarm${alarm.id}`,
        at: alarm.began_at,
        kind: 'alarm',
        fresh: isUnheeded(alarm),
        open: isUnheeded(alarm) && alarm.state === alarmState.alarming && alarm.plan_id !== null,
        org: alarm.org?.length === 1 ? (alarm.org[0] ?? null) : null,
        plans: alarm.plan_id === null ? [] : [alarm.plan_id],
        alarm,
      }),
    ),
    ...faults.map(
      (fault): FloodItem => ({
        key: `fault${fault.id}`,
        at: fault.opened_at * 1000,
        kind: fault.kind,
        fresh: fault.state === 'new',
        open: fault.state === 'new' && fault.id > 0,
        org: fault.org,
        plans: plansOf(fault, ordered, reach),
        fault,
      }),
    ),
  ];
  return items.sort((a, b) => a.at - b.at || a.key.localeCompare(b.key, 'en', { numeric: true }));
}

/**
 * How many alarms and faults of the last ten minutes still stand, and since when they come so fast: it is a flood from
 * the first ten minutes with more than ten of them to the first with fewer than five. `now` in epoch milliseconds.
 */
export function floodOf(
  items: readonly Pick<FloodItem, 'at'>[],
  now: number,
): { count: number; since: number; isFlood: boolean } {
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
 * Puts items together. Groups with an alarm come first, then the one that began first: a new item joins its group or
 * adds one below, so that nothing moves under the pointer. An item of several plans is in the group of the first.
 */
export function floodGroups(items: readonly FloodItem[], by: FloodGrouping): FloodGroup[] {
  const keyOf = (item: FloodItem): string => {
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
