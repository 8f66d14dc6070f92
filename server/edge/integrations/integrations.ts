import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Actions } from '../../air/emergency/routes/actions.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';
import { type AlarmGate, createAlerts, type ExternalSender } from './alerts.ts';
import type { IntegrationRow } from './integration.repository.ts';
import * as repository from './integration.repository.ts';
import { integrationRoutes } from './integration.routes.ts';
import { createIntegrationService } from './integration.service.ts';
import { registerIntegrationUses } from './integration.uses.ts';
import { isFault, isOver, loadIntegrations, reportLost } from './lostSecrets.ts';
import { createMqttLinks } from './mqtt/mqttLinks.ts';
import type { ZoneControlsDeps } from './mqtt/zoneControls.ts';
import type { ZoneSoundsDeps } from './mqtt/zoneSounds.ts';
import { createOutgoing } from './outgoing.ts';
import { createPolls } from './polls.ts';
import { startPruning } from './pruning.ts';
import { createReceiver } from './receiver.ts';
import { createSnmpAgents } from './snmp/snmpAgents.ts';
import { stationRoutes } from './telephone/stations/station.routes.ts';
import { createTelephone, type TelephoneDeps } from './telephone/telephone.ts';

export interface IntegrationsDeps {
  /** True when the rows are those of a snapshot, which holds no integrations. */
  isAway: boolean;
  db: Db;
  env: TelephoneDeps['env'];
  secretBox: SecretBox;
  audit: Audit;
  live: LiveHub;
  zones: Zones;
  uses: UseRegistry;
  faults: FaultSink;
  policy: AddressPolicy;
  alarms: AlarmGate;
  hashing: Pick<Hashing, 'hash' | 'turn'>;
  callers: TelephoneDeps['callers'];
  /** Parts that calls of a telephone system, and commands over MQTT, act through. */
  phone: Pick<
    TelephoneDeps,
    'attempts' | 'journal' | 'talk' | 'listening' | 'tasks' | 'alarms' | 'certificate' | 'stations'
  > &
    Pick<ZoneSoundsDeps, 'broadcasts'>;
  config: ZoneSoundsDeps['config'];
  files: ZoneControlsDeps['files'];
  /** Name and zone of an alarm plan; undefined: no such plan. */
  planOf(id: number): { name: string; org: number | null } | undefined;
  log: { error(details: object, message: string): void; warn(details: object, message: string): void };
}

/**
 * Connections to other systems: webhooks, alerts, syslog receivers, managers by SNMP, MQTT brokers and telephone systems. Call after the emergency part.
 */
export async function createIntegrations(deps: IntegrationsDeps) {
  const { db, log } = deps;
  const { rows, lost } = await loadIntegrations(db, deps.secretBox, deps.isAway);
  async function load(): Promise<void> {
    const found = await loadIntegrations(db, deps.secretBox, false);
    for (const id of [...rows.keys()]) if (!found.rows.has(id)) rows.delete(id);
    for (const [id, row] of found.rows) rows.set(id, row);
    reportLost(found.lost, outcome);
    sync();
  }
  const list = () => rows.values();
  registerIntegrationUses(deps.uses, list);

  const service = createIntegrationService({ ...deps, integrations: list }, deps.secretBox, {
    committed(before, after) {
      if (after !== null) {
        rows.set(after.id, after);
        if (isOver(before, after)) deps.faults.resolve('integration', String(after.id));
      } else if (before !== null) {
        rows.delete(before.id);
        deps.faults.drop('integration', String(before.id));
      }
      sync();
    },
  });

  /** Stores the result of a message, and keeps a fault open while messages fail. */
  function outcome(row: IntegrationRow, error: string): void {
    const subject = String(row.id);
    const held = rows.get(row.id);
    if (held !== undefined)
      rows.set(row.id, {
        ...held,
        last_error: error,
        ...(error === '' ? { last_at: Math.floor(Date.now() / 1000) } : {}),
      });
    // An attempt may still be under way when it is switched off.
    if (isFault(error, held?.enabled !== false))
      deps.faults.open({ kind: 'integration', subject, org: row.org, params: { name: row.name } });
    else deps.faults.resolve('integration', subject);
    repository
      .setOutcome(db, row.id, error)
      .catch((cause) => log.error({ err: cause }, 'the result of a message could not be stored'));
  }

  reportLost(lost, outcome);

  const alerts = createAlerts(deps);
  const shared = { ...deps, integrations: list, outcome, alerts };
  const receiver = createReceiver({ ...shared, rows });
  const outgoing = createOutgoing(shared);
  const polls = createPolls(shared);
  const mqtt = createMqttLinks({ ...shared, ...deps.phone });
  const snmpAgents = createSnmpAgents(shared);
  const telephone = createTelephone({ ...shared, ...deps.phone });
  /** Follows a change of the integrations. */
  function sync(): void {
    mqtt.sync();
    snmpAgents.sync();
    telephone.sync();
  }
  telephone.sync();
  const endPruning = startPruning(db, log);

  /**
   * Tests a telephone system.
   * @throws AppError 404 outside of the scope, 999 for another kind, or when it is disabled
   */
  async function test(scope: Scope, id: number) {
    const row = rows.get(id);
    if (row === undefined || !inScope(scope, row.org))
      throw new AppError(errorCode.notFound, 'common.notFound');
    if (row.kind !== 'telephone') throw new AppError(errorCode.refused, 'integration.noTest');
    return telephone.test(id);
  }

  return {
    load,
    routes(app: FastifyInstance): void {
      integrationRoutes(app, { service, ...receiver, test });
      const { journal, stations } = deps.phone;
      const phones = { journal, stations: telephone.stations, integrationOf: (id: number) => rows.get(id) };
      stationRoutes(app, { ...deps, ...stations, ...phones });
    },
    async close() {
      endPruning();
      snmpAgents.close();
      await Promise.all([outgoing.close(), polls.close(), mqtt.close(), telephone.close()]);
    },
  };
}
export type Integrations = Awaited<ReturnType<typeof createIntegrations>>;

/** Alarm actions in the name of integrations. */
export function gateOf(actions: Pick<Actions, 'startFromOutside' | 'actFromOutside'>): AlarmGate {
  const actorOf = ({ name, ip }: ExternalSender) => ({ accountId: null, code: '', name, ip });
  return {
    start: (plan, origin, drill, from) => actions.startFromOutside(plan, origin, drill, actorOf(from)),
    act: (plan, action, from) => actions.actFromOutside(plan, action, actorOf(from)),
  };
}
