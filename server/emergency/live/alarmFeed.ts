import { alarmState } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/alarm.ts';
import type { Topic } from '../../live/hub.ts';
import { inScope, type Scope } from '../../live/scope.ts';
import type { Alarms } from '../machine/alarmsApi.ts';
import type { RunningAlarm } from '../machine/runningAlarm.ts';
import { type AlarmLiveDeps, alarmLiveRow, doings } from './alarmLive.ts';

/** Terminals that came to sound are counted this often, ms. */
const COUNT_MS = 250;
/** How many sound is noted this long after the start of the sound: the line of EN 54-16, and again later; ms. */
const NOTED_MS = 3_000;

/** A reader gets the zones that are its own. */
export function alarmView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  if (scope.all === true) return fields;
  const org = fields.org as number[] | null | undefined;
  if (Array.isArray(org)) fields.org = org.filter((id) => inScope(scope, id));
  const zones = fields.zones as AlarmLive['zones'] | undefined;
  if (zones !== undefined)
    fields.zones = zones.filter((zone) => zone.org !== null && inScope(scope, zone.org));
  return fields;
}

/** Keeps the topic `alarm`, and notes in the timeline when terminals were reached. */
export function feedAlarms(deps: AlarmLiveDeps & { topic: Topic<AlarmLive>; mono(): number }) {
  const { topic } = deps;
  let countAt = 0;

  function reached(alarms: Alarms, alarm: RunningAlarm, heard: number, targets: number): void {
    const { reached: told, soundingSince } = alarm;
    if (soundingSince === null || alarm.row.state !== alarmState.alarming || targets === 0) return;
    const ms = Math.round(deps.mono() - soundingSince);
    const tell = () => alarms.note(alarm, 'reached', { n: heard, targets, ms });
    if (heard === targets && !told.all) {
      alarm.reached = { first: true, soon: true, all: true };
      tell();
    } else if (heard > 0 && !told.first) {
      told.first = true;
      tell();
    } else if (ms >= NOTED_MS && !told.soon) {
      told.soon = true;
      tell();
    }
  }

  function show(alarms: Alarms, alarm: RunningAlarm): void {
    const found = doings(deps, alarm);
    const row = alarmLiveRow(deps, alarm, found);
    topic.upsert(row);
    reached(alarms, alarm, row.sounding, row.targets);
  }

  return {
    show,
    remove: (id: number) => topic.remove(id),
    tick(alarms: Alarms): void {
      if (deps.mono() < countAt) return;
      countAt = deps.mono() + COUNT_MS;
      for (const alarm of alarms.all()) show(alarms, alarm);
    },
  };
}
export type AlarmFeed = ReturnType<typeof feedAlarms>;
