import { alarmState, drillMode } from '../../../../contract/codes.ts';
import { markKey, type PlanMark, type SitePlan } from '../../../../contract/entities/site/sitePlan.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import type { TerminalRow } from '../../../streams/kind.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { statuses, type Tone } from '../../kit/status/status.ts';
import { ancestors, subtree, type Zone } from '../../kit/tree/zones.ts';
import { zonesByProof } from '../alarms/factSentences.ts';
import { ioState } from '../io/ioView.ts';

/** State of a terminal or line on a plan. */
export interface MarkState {
  key: string;
  mark: PlanMark;
  name: string;
  status: StatusName;
}

/** Rows that marks stand for, as far as the account sees them. */
export interface MarkRows {
  terminal(id: number): TerminalRow | undefined;
  line(id: number): IoLive | undefined;
  lineName(row: IoLive): string;
  /** Ids of the broadcasts of alarms. */
  alarms: ReadonlySet<number>;
}

/** Status of a terminal: as everywhere, and whether an alarm sounds there. */
export function terminalStatus(row: TerminalRow, alarms: ReadonlySet<number>): StatusName {
  const { task_id } = row as Partial<Pick<DeviceLive, 'task_id'>>;
  const isPlaying = row.state === 'playing' || row.state === 'manual_playing';
  return isPlaying && alarms.has(task_id ?? 0) ? 'alarm_playing' : row.state;
}

/** State of a mark; null: its terminal was deleted, or the account does not see it. */
export function markState(mark: PlanMark, rows: MarkRows): MarkState | null {
  const key = markKey(mark);
  if (mark.kind === 'line') {
    const line = rows.line(mark.id);
    return line === undefined ? null : { key, mark, name: rows.lineName(line), status: ioState(line) };
  }
  const row = rows.terminal(mark.id);
  return row === undefined
    ? null
    : { key, mark, name: row.dev_name2 || row.name, status: terminalStatus(row, rows.alarms) };
}

/** States of all marks, with the same objects where nothing changed, so that only changed marks are drawn. */
export function markStates(
  marks: readonly PlanMark[],
  rows: MarkRows,
  before: ReadonlyMap<string, MarkState> = new Map(),
): Map<string, MarkState> {
  const found = new Map<string, MarkState>();
  for (const mark of marks) {
    const state = markState(mark, rows);
    if (state === null) continue;
    const old = before.get(state.key);
    const isSame = old?.mark === mark && old.name === state.name && old.status === state.status;
    found.set(state.key, isSame ? old : state);
  }
  return found;
}

const urgency: readonly Tone[] = ['alarm', 'alarmOutline', 'fault', 'faultOutline', 'strong', 'grey'];
export const toneOf = (status: StatusName): Tone => statuses[status].tone;

/** Marks in the order of a list: the most urgent first, then by name. */
export function byUrgency(states: Iterable<MarkState>): MarkState[] {
  const rank = ({ status }: MarkState) => urgency.indexOf(toneOf(status));
  return [...states].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/**
 * State of a zone on a plan. `alarm`: an alarm sounds there; `silent`: it should and does not everywhere; `next`: the
 * next step of an alarm reaches it.
 */
export type AreaTone = 'peace' | 'alarm' | 'silent' | 'next';
export interface AreaState {
  tone: AreaTone;
  /** Only drills reach it: it is shown without the colour of alarms. */
  isDrill: boolean;
  /** When the next step reaches it, epoch ms; null: not by itself. */
  at: number | null;
  /** Terminals that should sound there, and that do. */
  targets: number;
  sounding: number;
}

/** Zones that the next step of an alarm reaches. */
export interface NextZones {
  alarm: AlarmLive;
  zones: readonly number[];
}

/**
 * Plans on which an alarm is seen: of its zones, those above and below them; those with most of its zones as areas
 * first.
 */
export function plansOf(
  alarm: Pick<AlarmLive, 'zones'>,
  plans: readonly SitePlan[],
  zones: readonly Zone[],
): SitePlan[] {
  const near = new Set<number>();
  const own = new Set(alarm.zones.flatMap(({ org }) => org ?? []));
  for (const org of own) {
    for (const id of subtree(zones, org)) near.add(id);
    for (const id of ancestors(zones, org)) near.add(id);
  }
  const shown = (plan: SitePlan) => plan.areas.filter(({ zone }) => own.has(zone)).length;
  return plans
    .filter(({ org, picture }) => picture !== null && near.has(org))
    .toSorted((a, b) => shown(b) - shown(a) || a.org - b.org || a.floor - b.floor);
}

const isDrill = ({ drill }: Pick<AlarmLive, 'drill'>) => drill !== drillMode.none;

/** States of the zones of alarms; a zone without an entry is at peace. A zone below is counted for those above it. */
export function areaStates(
  alarms: readonly AlarmLive[],
  next: readonly NextZones[],
  zones: readonly Zone[],
): Map<number, AreaState> {
  const found = new Map<number, AreaState>();
  const parent = new Map(zones.map(({ id, parent_id }) => [id, parent_id]));
  for (const { alarm, zones: roots } of next)
    for (const root of roots)
      for (const id of subtree(zones, root))
        found.set(id, {
          tone: 'next',
          isDrill: isDrill(alarm) && found.get(id)?.isDrill !== false,
          at: alarm.next_step_at,
          targets: 0,
          sounding: 0,
        });
  for (const alarm of alarms) {
    if (alarm.state !== alarmState.alarming) continue;
    const silent = new Set(zonesByProof(alarm).silent.map(({ org }) => org));
    for (const { org, targets, sounding } of alarm.zones)
      for (let id = org; id !== null; id = parent.get(id) ?? null) {
        const before = found.get(id);
        const isFirst = before === undefined || before.tone === 'next';
        found.set(id, {
          tone: silent.has(org) || before?.tone === 'silent' ? 'silent' : 'alarm',
          isDrill: isDrill(alarm) && before?.isDrill !== false,
          at: null,
          targets: targets + (isFirst ? 0 : before.targets),
          sounding: sounding + (isFirst ? 0 : before.sounding),
        });
      }
  }
  return found;
}
