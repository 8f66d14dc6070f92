import { type FaultLine, groupFaults } from '../../../streams/faultLines.ts';
import type { FloodGroup, FloodItem } from '../../../streams/flood.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { alarmStatus } from '../../shared/alarms/alarmStatus.ts';
import type { Sentence } from '../../shared/alarms/sentences.ts';

/**
 * Sentences of the flood view, computed from facts alone. tests/views/flood/floodTable.ts states for every
 * sentence when it is true.
 */

/** Facts shown of a flood. */
export interface FloodShown {
  items: readonly FloodItem[];
  /** Number of items that began in the last ten minutes. */
  count: number;
  isFlood: boolean;
  /** All data has arrived from the server; until then no sentence is shown. */
  isKnown: boolean;
  /** Time of the last look, epoch milliseconds; 0: never. */
  looked: number;
}

/**
 * Chooses the items to show: in a flood those begun since its start, otherwise active and recent ones; or
 * all.
 * `from`: start, epoch milliseconds.
 */
export function shownItems(
  items: readonly FloodItem[],
  { from, isFlood, isAll }: { from: number; isFlood: boolean; isAll: boolean },
): readonly FloodItem[] {
  if (isAll) return items;
  return items.filter(({ over, at }) => at >= from || (!isFlood && !over));
}

/** The line of faults behind a group by cause, with its shown items; null: a single fault, or an alarm. */
export function lineOf({ key, items }: FloodGroup): FaultLine | null {
  const faults = items.flatMap(({ fault }) => fault ?? []);
  const kind = faults[0]?.kind;
  if (kind === undefined || faults.length === 1) return null;
  // The faults are one line already; the shown ones may be a part of it.
  const kept = { key, kind, faults, since: 0, latest: 0, zones: [], subnet: '' };
  return groupFaults([kept], faults)[0] ?? kept;
}

/** Title of the flood view. */
export function floodTitle({
  isKnown,
  isFlood,
  count,
}: Pick<FloodShown, 'isKnown' | 'isFlood' | 'count'>): Sentence {
  if (!isKnown) return { key: 'flood.unknown' };
  return { key: isFlood ? 'flood.title' : 'flood.titleCalm', params: { n: count } };
}

/** One fact above the list: its name and value: an item with its time, a number, or a sentence. */
export interface FloodFact {
  id: 'first' | 'latest' | 'new' | 'standing' | 'open';
  name: Sentence;
  is: { item: FloodItem } | { n: number } | Sentence;
}

/** `timeOf`: formats a time of day. */
export function floodFacts(
  { items, looked, isKnown }: FloodShown,
  timeOf: (at: number) => string,
): FloodFact[] {
  if (!isKnown) return [];
  const first = items[0];
  const latest = items.at(-1);
  // The title counts no drill either: two totals would contradict each other.
  const counted = items.filter(({ drill }) => !drill);
  const standing = counted.filter(({ over }) => !over).length;
  const open = counted.filter(({ fresh }) => fresh).length;
  const facts: FloodFact[] = [];
  if (first !== undefined) facts.push({ id: 'first', name: { key: 'flood.first' }, is: { item: first } });
  if (latest !== undefined && latest !== first)
    facts.push({ id: 'latest', name: { key: 'flood.latest' }, is: { item: latest } });
  return [
    ...facts,
    {
      id: 'new',
      name:
        looked === 0
          ? { key: 'flood.neverLooked' }
          : { key: 'flood.newSince', params: { time: timeOf(looked) } },
      is: { n: counted.filter(({ at }) => at > looked).length },
    },
    {
      id: 'standing',
      name: { key: 'flood.standing' },
      is: { key: 'flood.of', params: { n: standing, all: counted.length } },
    },
    {
      id: 'open',
      name: { key: 'flood.unacknowledged' },
      is: { key: 'flood.of', params: { n: open, all: standing } },
    },
  ];
}

/** A chip of a group: number of items of one type, and whether one of them is unacknowledged. */
export interface GroupChip extends Sentence {
  what: 'alarm' | 'drill' | 'fault' | 'ended';
  isFresh: boolean;
}

/** Counts the active alarms, drills and faults of a group, and the items that are over. */
export function groupChips({ items }: Pick<FloodGroup, 'items'>): GroupChip[] {
  const standing = items.filter(({ over }) => !over);
  const alarms = standing.filter(({ kind, drill }) => kind === 'alarm' && !drill);
  const faults = standing.filter(({ kind }) => kind !== 'alarm');
  const chip = (what: GroupChip['what'], key: string, of: readonly FloodItem[]): GroupChip => ({
    what,
    key,
    params: { n: of.length },
    isFresh: of.some(({ fresh }) => fresh),
  });
  return [
    chip('alarm', 'flood.alarmsN', alarms),
    chip(
      'drill',
      'flood.drillsN',
      standing.filter(({ drill }) => drill),
    ),
    chip('fault', 'flood.faultsN', faults),
    chip(
      'ended',
      'flood.endedN',
      items.filter(({ over }) => over),
    ),
  ].filter(({ params }) => params?.n !== 0);
}

/** Number of items of a group since the last look; null: none, or there was no last look. */
export function freshSentence(items: readonly Pick<FloodItem, 'at'>[], looked: number): Sentence | null {
  const n = looked === 0 ? 0 : items.filter(({ at }) => at > looked).length;
  return n === 0 ? null : { key: 'flood.fresh', params: { n } };
}

/** Reason why a group has nothing to acknowledge; null: it has. */
export function doneSentence({ items }: Pick<FloodGroup, 'items'>): Sentence | null {
  if (items.some(({ fresh }) => fresh)) return null;
  return { key: items.every(({ over }) => over) ? 'flood.allOver' : 'flood.allKnown' };
}

/** Texts of an empty list; null: there are groups, or the data is still loading. */
export function emptySentences({ items, isKnown }: FloodShown): { title: Sentence; hint: Sentence } | null {
  if (!isKnown || items.length > 0) return null;
  return { title: { key: 'flood.none' }, hint: { key: 'flood.noneWhy' } };
}

/** Status of an alarm in a flood; a drill is shown as a drill in every state. */
export function floodStatus(alarm: NonNullable<FloodItem['alarm']>): StatusName {
  return alarm.drill === 'none' ? alarmStatus(alarm) : 'drill';
}

/** Name of an alarm of a flood, running or over; null: it is a fault. */
export function alarmSentence({ alarm, ended }: FloodItem): Sentence | null {
  if (alarm !== undefined) return { key: `status.${floodStatus(alarm)}`, params: { name: alarm.plan_name } };
  if (ended === undefined) return null;
  const key = ended.drill === 'none' ? 'flood.endedAlarm' : 'flood.endedDrill';
  return { key, params: { name: ended.plan_name } };
}

/** Says that an alarm is over; null: it is active, or a fault, whose state says so. */
export function overSentence({ ended }: Pick<FloodItem, 'ended'>): Sentence | null {
  return ended === undefined ? null : { key: 'flood.endedOne' };
}

/** Says that an item began since the last look; null: it did not, or there was no last look. */
export function sinceLookSentence({ at }: Pick<FloodItem, 'at'>, looked: number): Sentence | null {
  return looked > 0 && at > looked ? { key: 'flood.sinceLook' } : null;
}
