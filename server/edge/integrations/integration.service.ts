import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { DialledCode } from '../../../contract/entities/site/dialPlan.ts';
import { integrationEntity, integrationForm, isSnmp } from '../../../contract/entities/site/integration.ts';
import {
  isSamePort,
  parseSnmpAddress,
  SNMP_PASSWORD_MIN,
} from '../../../contract/entities/site/snmpAddress.ts';
import { keepsSecret } from '../../../contract/rules/keptSecret.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import { type CrudDeps, type CrudHooks, crudService } from '../../platform/crud/crud.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Tx } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import { mustBeUnused, usersIn } from '../../site/uses/used.ts';
import { zonedForm } from '../../site/zones/zonedForm.ts';
import { type Zones, zoneIn } from '../../site/zones/zones.ts';
import { mustCover } from './actingAccount.ts';
import { type IntegrationRow, integrationsOf } from './integration.repository.ts';
import { withNewSecret } from './lostSecrets.ts';
import { hashPins, pinsOf } from './telephone/telephoneForm.ts';

export interface IntegrationServiceDeps extends CrudDeps {
  integrations(): Iterable<IntegrationRow>;
  zones: Zones;
  uses: Pick<UseRegistry, 'find'>;
  hashing: Pick<Hashing, 'hash'>;
  callers: Pick<Callers, 'fromAccount'>;
  /** Name and zone of an alarm plan; undefined: no such plan. */
  planOf(id: number): { name: string; org: number | null } | undefined;
}

/** Tells if the stored secret, a community, is too short as the password of the user of a new address. */
const isTooShort = ({ kind, url, secret }: IntegrationRow, next: unknown): boolean =>
  isSnmp(kind) &&
  parseSnmpAddress(typeof next === 'string' ? next : url)?.username !== '' &&
  (secret?.length ?? 0) < SNMP_PASSWORD_MIN;

/** Creates the service that writes integrations. */
export function createIntegrationService(
  deps: IntegrationServiceDeps,
  box: SecretBox,
  { committed }: Required<Pick<CrudHooks<IntegrationRow>, 'committed'>>,
) {
  const { zones } = deps;

  /** Checks that the plans it starts lie in its zone. @throws AppError 404, 999 */
  function checkPlans(
    caller: Caller,
    form: Pick<IntegrationRow, 'org' | 'alarm_plan' | 'mappings' | 'dial_plan'>,
  ): void {
    const own = form.org === null ? null : zones.subtree([form.org]);
    for (const id of [
      form.alarm_plan,
      ...[...form.mappings, ...form.dial_plan].map(({ alarm_plan }) => alarm_plan),
    ]) {
      if (id === null) continue;
      const org = deps.planOf(id)?.org;
      if (org === undefined || !inScope(caller.scope, org))
        throw new AppError(errorCode.notFound, 'alarm.planNotFound');
      if (own !== null && org !== null && !own.has(org))
        throw new AppError(errorCode.refused, 'alarm.outsideZone', { name: `#${id}` });
    }
  }
  /** Checks the zones that commands may use. @throws AppError 404, 999 for one outside its zone */
  function checkZones(
    { scope }: Caller,
    { org, zone_controls }: Pick<IntegrationRow, 'org' | 'zone_controls'>,
  ) {
    const own = zones.subtree(org === null ? zones.all().map(({ id }) => id) : [org]);
    for (const { zone } of zone_controls) {
      if (!own.has(zoneIn(zones, scope, zone).id))
        throw new AppError(errorCode.refused, 'integration.zoneOutside');
    }
  }
  /** Checks that no other agent listens at the address. @throws AppError 999 */
  function checkPort(
    { kind, enabled, url }: Pick<IntegrationRow, 'kind' | 'enabled' | 'url'>,
    id: number | null,
  ) {
    const isTaken = [...deps.integrations()].some(
      (other) =>
        other.id !== id && other.kind === 'snmp_agent' && other.enabled && isSamePort(other.url, url),
    );
    if (kind === 'snmp_agent' && enabled && isTaken)
      throw new AppError(errorCode.refused, 'integration.portTaken');
  }
  const zoned = (hasSecret: boolean, codes: readonly DialledCode[] = []) =>
    zonedForm(zones, integrationEntity, integrationForm(hasSecret, new Set(codes.map(({ code }) => code))));
  const hashesOf = (ahead: Record<string, unknown>) => ahead as Record<string, string>;

  return crudService<IntegrationRow>(deps, integrationEntity, integrationsOf(box), {
    ahead: ({ pins = {} }) => hashPins(deps.hashing, pins as Record<string, string>),
    async beforeCreate(_tx: Tx, caller, values, ahead) {
      const form = zoned(false).check(caller, values);
      checkPort(form, null);
      checkPlans(caller, form);
      checkZones(caller, form);
      await mustCover(deps.callers, caller, form.account);
      return { ...form, pins: pinsOf(form.dial_plan, hashesOf(ahead), {}) };
    },
    async beforePatch(_tx, caller, row, values, ahead) {
      const before = { ...row, secret: undefined, pins: undefined };
      const isKept = keepsSecret(row, { ...row, ...(values as Partial<IntegrationRow>) });
      const hasSecret = row.has_secret && isKept && !isTooShort(row, values.url);
      const form = zoned(hasSecret, row.dial_plan).checkChange(caller, before, values);
      checkPort(form, row.id);
      checkPlans(caller, form);
      // A zone that was deleted in the meantime does not prevent another change.
      if ('zone_controls' in values || 'org' in values) checkZones(caller, form);
      await mustCover(deps.callers, caller, form.account);
      const { pins: _typed, ...typed } = withNewSecret(row, values);
      const changed = { ...(isKept ? {} : { secret: null }), ...typed };
      const pins = pinsOf(form.dial_plan, hashesOf(ahead), row.pins);
      const hasPins = 'pins' in values || 'dial_plan' in values;
      return { ...changed, ...('org' in values ? { org: form.org } : {}), ...(hasPins ? { pins } : {}) };
    },
    async beforeRemove(tx, { scope }, row) {
      mustBeUnused(scope, row.name, usersIn(await deps.uses.find(tx, 'integration', [row.id]), row.id));
    },
    committed,
  });
}
