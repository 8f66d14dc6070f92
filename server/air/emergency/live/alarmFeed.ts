import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { Topic } from '../../../platform/live/hub.ts';
import { inScope, type Scope } from '../../../platform/live/scope.ts';
import type { Alarms } from '../machine/alarmsApi.ts';
import type { RunningAlarm } from '../machine/runningAlarm.ts';
import { type AlarmLiveDeps, alarmLiveRow, alarmTerminals } from './alarmLive.ts';

/** Interval of the count of sounding terminals, ms. */
const COUNT_MS = 250;

/** Reduces a live row to the zones of a reader. */
export function alarmView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  if (scope.all === true) return fields;
  const org = fields.org as number[] | null | undefined;
  if (Array.isArray(org)) fields.org = org.filter((id) => inScope(scope, id));
  const zones = fields.zones as AlarmLive['zones'] | undefined;
  if (zones !== undefined)
    fields.zones = zones.filter((zone) => zone.org !== null && inScope(scope, zone.org));
  return fields;
}

/** Publishes the topic `alarm`. */
export function feedAlarms(deps: AlarmLiveDeps & { topic: Topic<AlarmLive>; mono(): number }) {
  const { topic } = deps;
  let countAt = 0;

  function show(alarm: RunningAlarm): void {
    const found = alarmTerminals(deps, alarm);
    const row = alarmLiveRow(deps, alarm, found);
    topic.upsert(row);
  }

  return {
    show,
    remove: (id: number) => topic.remove(id),
    tick(alarms: Alarms): void {
      if (deps.mono() < countAt) return;
      countAt = deps.mono() + COUNT_MS;
      for (const alarm of alarms.all()) show(alarm);
    },
  };
}
export type AlarmFeed = ReturnType<typeof feedAlarms>;
