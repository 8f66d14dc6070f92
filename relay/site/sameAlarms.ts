import type { ToldLine } from '../../contract/protocol/relaySite.ts';
import type { AlarmRow } from '../../server/air/emergency/journal/alarm.repository.ts';
import type { NewAir } from '../../server/air/journal/air.repository.ts';
import type { PendingWrites } from '../../server/air/journal/pendingWrites.ts';
import type { AlarmAtRelay } from '../../server/air/relaySites/mergeAlarms.ts';

/** An alarm that began here, and is one that the server had begun already when the line was cut. */
export type SameAlarm = NonNullable<ToldLine['same']>;

/** Time at which an alarm is no longer on: it is over, or in its reset time. */
const offAt = ({ reset_at, ended_at }: AlarmRow): number => reset_at ?? ended_at ?? Number.POSITIVE_INFINITY;

/**
 * Finds alarms that the server and this relay have begun for the same input: the line was cut before the relay knew of
 * that of the server. A plan has one alarm at a time, so two of one plan and input that were on at the same time are one.
 *
 * @param here alarms of this relay since the line was cut
 * @param running alarms that run at the server, then those that are over there
 */
export function sameAlarms(here: readonly AlarmAtRelay[], running: readonly AlarmRow[]): SameAlarm[] {
  const isKnown = (id: number) => here.some(({ row }) => row.id === id);
  const own = here.flatMap(({ row, continued }) => (continued ? [] : [row])).sort((a, b) => a.id - b.id);
  const taken = new Set<AlarmRow>();
  return running.flatMap((theirs) => {
    // One that was continued here is not one that began here, even if that has the same plan.
    if (isKnown(theirs.id)) return [];
    const found = own.find((row) => !taken.has(row) && isSame(row, theirs));
    if (found === undefined) return [];
    taken.add(found);
    const { input_nums, alarming_at, step } = theirs;
    return [{ alarm: found.id, is: theirs.id, input_nums, alarming: alarming_at !== null, step }];
  });
}

function isSame(own: AlarmRow, theirs: AlarmRow): boolean {
  const isOfSame =
    own.plan_id !== null &&
    own.plan_id === theirs.plan_id &&
    own.device_id === theirs.device_id &&
    own.drill === theirs.drill;
  const hasSameInput = own.input_nums.some((input) => theirs.input_nums.includes(input));
  return isOfSame && hasSameInput && own.began_at < offAt(theirs) && theirs.began_at < offAt(own);
}

/** Lines as they are told: those of an alarm that the server has already are about the alarm of the server. */
export function underSame(lines: readonly ToldLine[], all: readonly SameAlarm[]): ToldLine[] {
  const same = new Map(all.map((one) => [`alarm ${one.alarm}`, one]));
  const begun = new Set<SameAlarm>();
  return lines.map((line) => {
    const one = line.of === null ? undefined : same.get(line.of);
    if (one === undefined) return line;
    const part = (line.part ?? {}) as Partial<PendingWrites>;
    const { row, events, air, audit } = part;
    const under: Partial<PendingWrites> = { ...part };
    if (row != null) under.row = { ...row, id: one.is };
    if (events !== undefined) under.events = eventsUnder(events, one, begun);
    if (air !== undefined) under.air = air.map((entry) => airUnder(entry, one));
    if (audit !== undefined) under.audit = audit.map((entry) => auditUnder(entry, one));
    return { ...line, of: `alarm ${one.is}`, continued: true, part: { ...under } };
  });
}

/**
 * Leaves out what the timeline of the alarm of the server has already. In place of its beginning, there is that the
 * relay went on with it.
 */
function eventsUnder(
  events: PendingWrites['events'],
  one: SameAlarm,
  begun: Set<SameAlarm>,
): PendingWrites['events'] {
  return events.flatMap((event) => {
    const { kind, params } = event;
    if (kind === 'input_active' && !begun.has(one) && one.input_nums.includes(Number(params.input))) {
      begun.add(one);
      return [{ ...event, kind: 'line_cut' as const, params: {} }];
    }
    const isThere =
      (kind === 'alarming' && one.alarming) || (kind === 'step' && Number(params.step) <= one.step);
    return isThere ? [] : [event];
  });
}

const airUnder = ({ row, ...rest }: NewAir, { alarm, is }: SameAlarm): NewAir => ({
  ...rest,
  row: row.alarm_id === alarm ? { ...row, alarm_id: is } : row,
});

function auditUnder(
  { actor, entry }: PendingWrites['audit'][number],
  { alarm, is }: SameAlarm,
): PendingWrites['audit'][number] {
  const { after } = entry;
  return { actor, entry: after?.alarm === alarm ? { ...entry, after: { ...after, alarm: is } } : entry };
}
