import type { WebhookMessage } from '../../../contract/entities/site/integration.ts';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope, type Org } from '../../platform/live/scope.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { IntegrationRow } from './integration.repository.ts';

/** An event that is sent to other systems. */
export interface IntegrationEvent {
  event: 'alarm' | 'fault';
  org: Org;
  message: WebhookMessage;
}

/** Tells if an integration is sent an event: by its kind of events and its zone. */
export function subscribes(
  row: IntegrationRow,
  event: IntegrationEvent,
  zones: Pick<Zones, 'scopeOf'>,
): boolean {
  if (!row.enabled || !row.events.includes(event.event)) return false;
  return row.org === null || inScope(zones.scopeOf([row.org]), event.org);
}

const alarmFields = [
  'id',
  'plan_id',
  'plan_name',
  'state',
  'drill',
  'origin',
  'device_id',
  'device_name',
  'input_nums',
  'active_inputs',
  'acknowledged_by',
  'silenced',
  'step',
  'step_name',
  'priority',
] as const satisfies readonly (keyof AlarmLive)[];
const faultFields = [
  'id',
  'kind',
  'subject',
  'terminal_id',
  'state',
  'params',
] as const satisfies readonly (keyof Fault)[];

type Facts = Record<string, unknown>;

function pick<Row extends Facts>(row: Row, fields: readonly (keyof Row & string)[]): Facts {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}
const factsOfAlarm = (row: AlarmLive) => pick(row, alarmFields);
/**
 * Fields of a fault that are sent: whether it chatters, but not the count, since damping holds back further
 * beginnings.
 */
const factsOfFault = (row: Fault) => ({ ...pick(row, faultFields), chattering: row.chatter > 0 });

/** Watches a topic for changes of the given fields; levels and counts do not count as changes. */
function watch<Row extends { id: number; org: Org }>(
  live: LiveHub,
  event: IntegrationEvent['event'],
  factsOf: (row: Row) => Facts,
  ends: string,
  starts: string,
  notify: (event: IntegrationEvent) => void,
): () => void {
  const topic = live.state(event);
  const known = new Map<number, { facts: string; row: Row }>();
  const emit = (type: string, row: Row) =>
    notify({
      event,
      org: row.org,
      message: { type: `${event}.${type}`, timestamp: new Date().toISOString(), data: factsOf(row) },
    });
  function look(row: Row | undefined, id: number): void {
    const held = known.get(id);
    if (row === undefined) {
      known.delete(id);
      if (held !== undefined) emit(ends, held.row);
      return;
    }
    const facts = JSON.stringify(factsOf(row));
    if (held?.facts === facts) return;
    known.set(id, { facts, row: { ...row } });
    emit(held === undefined ? starts : 'changed', row);
  }
  // Rows that exist already were reported before the restart.
  for (const row of topic.rows.values())
    known.set(row.id, { facts: JSON.stringify(factsOf(row as never)), row: { ...row } as never });
  return live.watch(event, (change) => {
    const ids =
      change.op === 'replaceAll'
        ? new Set([...known.keys(), ...change.rows.map((row) => row.id)])
        : [change.op === 'upsert' ? change.row.id : change.id];
    for (const id of ids) look(topic.rows.get(id) as Row | undefined, id);
  });
}

/** Reports alarms and faults as they start, change and end. Returns the function that ends the watch. */
export function watchEvents(live: LiveHub, notify: (event: IntegrationEvent) => void): () => void {
  const ends = [
    watch<AlarmLive>(live, 'alarm', factsOfAlarm, 'ended', 'started', notify),
    watch<Fault>(live, 'fault', factsOfFault, 'resolved', 'opened', notify),
  ];
  return () => {
    for (const end of ends) end();
  };
}
