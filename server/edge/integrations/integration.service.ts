import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { DialledCode } from '../../../contract/entities/site/dialPlan.ts';
import { integrationEntity, integrationForm } from '../../../contract/entities/site/integration.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import { type CrudDeps, type CrudHooks, crudService } from '../../platform/crud/crud.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Tx } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import { zonedForm } from '../../site/zones/zonedForm.ts';
import type { Zones } from '../../site/zones/zones.ts';
import { mustCover } from './actingAccount.ts';
import { type IntegrationRow, integrationsOf } from './integration.repository.ts';
import { withNewSecret } from './lostSecrets.ts';
import { hashPins, pinsOf } from './telephone/telephoneForm.ts';

export interface IntegrationServiceDeps extends CrudDeps {
  zones: Zones;
  hashing: Pick<Hashing, 'hash'>;
  callers: Pick<Callers, 'fromAccount'>;
  /** Name and zone of an alarm plan; undefined: no such plan. */
  planOf(id: number): { name: string; org: number | null } | undefined;
}

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
  const zoned = (hasSecret: boolean, codes: readonly DialledCode[] = []) =>
    zonedForm(zones, integrationEntity, integrationForm(hasSecret, new Set(codes.map(({ code }) => code))));
  const hashesOf = (ahead: Record<string, unknown>) => ahead as Record<string, string>;

  return crudService<IntegrationRow>(deps, integrationEntity, integrationsOf(box), {
    ahead: ({ pins = {} }) => hashPins(deps.hashing, pins as Record<string, string>),
    async beforeCreate(_tx: Tx, caller, values, ahead) {
      const form = zoned(false).check(caller, values);
      checkPlans(caller, form);
      await mustCover(deps.callers, caller, form.account);
      return { ...form, pins: pinsOf(form.dial_plan, hashesOf(ahead), {}) };
    },
    async beforePatch(_tx, caller, row, values, ahead) {
      const before = { ...row, secret: undefined, pins: undefined };
      const form = zoned(row.has_secret, row.dial_plan).checkChange(caller, before, values);
      checkPlans(caller, form);
      await mustCover(deps.callers, caller, form.account);
      const { pins: _typed, ...changed } = withNewSecret(row, values);
      const pins = pinsOf(form.dial_plan, hashesOf(ahead), row.pins);
      const hasPins = 'pins' in values || 'dial_plan' in values;
      return { ...changed, ...('org' in values ? { org: form.org } : {}), ...(hasPins ? { pins } : {}) };
    },
    committed,
  });
}
