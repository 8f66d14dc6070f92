import { randomBytes } from 'node:crypto';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { terminalRole } from '../../../contract/codes.ts';
import type { CasterForm } from '../../../contract/entities/terminals/caster.ts';
import { confirmFault } from '../../../contract/rules/rules.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Tx } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import { accounts } from '../accounts/account.repository.ts';
import { codeInOtherCase } from '../terminals/codeInOtherCase.ts';
import type { TerminalHooks, TerminalServiceDeps } from '../terminals/terminal.service.ts';
import { targetZone } from '../zones/targetZone.ts';
import { zoneIn } from '../zones/zones.ts';
import * as repository from './caster.repository.ts';
import { type CasterAccounts, publicFields } from './casterAccounts.ts';

type Written = Partial<CasterForm>;

/** Hash that no secret has: a logged-in station has to log in again. */
export const unusableHash = () => randomBytes(32).toString('hex');

function checkConfirmed({ password, confirmPassword }: Written): void {
  if (password === undefined || confirmPassword === undefined) return;
  const key = confirmFault(password, confirmPassword);
  if (key !== null)
    throw new AppError(errorCode.badRequest, key, {}, { fields: [{ path: 'confirmPassword', key }] });
}

/**
 * A person with a caster's password, or at its station, speaks to the zones of its account, limited only by
 * its owner.
 * @throws AppError 403 where some of these zones lie outside the caller's scope
 */
export function checkReach({ scope }: Pick<Caller, 'scope'>, casters: CasterAccounts, id: number): void {
  if (casters.get(id)?.orgs.some((org) => !inScope(scope, org)) === true)
    throw new AppError(errorCode.forbidden, 'account.casterReachesFurther');
}

/** Hooks for creating and changing casters beyond the common fields: account, password and zones. */
export function casterHooks(deps: TerminalServiceDeps, casters: CasterAccounts): TerminalHooks {
  const { zones } = deps;

  /** @throws AppError 404 for an account that the caller cannot see */
  async function checkOwner(tx: Tx, caller: Caller, user: number | null | undefined): Promise<void> {
    if (user == null) return;
    if ((await accounts.get(tx, caller.scope, user)) === undefined)
      throw new AppError(errorCode.notFound, 'common.notFound');
  }

  /** Zones after a change: the caller decides over zones of its scope, others stay. @throws AppError 404 */
  function zonesAfter(caller: Caller, before: readonly number[], requested: readonly number[]): number[] {
    const given = requested.filter((id) => !before.includes(id));
    for (const id of given) zoneIn(zones, caller.scope, id);
    const kept = before.filter((id) => requested.includes(id) || !inScope(caller.scope, id));
    return [...kept, ...new Set(given)];
  }

  return {
    async ahead(values) {
      const { password } = values as Written;
      checkConfirmed(values as Written);
      return password === undefined ? {} : { password_hash: await deps.hashing.hash(password) };
    },
    async beforeCreate(tx, caller, values) {
      const form = values as CasterForm;
      await checkOwner(tx, caller, form.user_id);
      zonesAfter(caller, [], form.orgs);
      const like = deps.directory.byCodeIgnoringCase(form.code);
      if (like !== undefined) {
        const fault = codeInOtherCase(caller.scope, form.code, like);
        const [key, params] = fault;
        throw new AppError(errorCode.conflict, ...fault, { fields: [{ path: 'code', key, params }] });
      }
      const { code, name, dev_name2, call_number, ao_volume, ai_volume, priority } = form;
      const org = targetZone(zones, caller.scope, form.org);
      const common = { code, name, org, dev_name2, call_number, ao_volume, ai_volume };
      const secret_hash = unusableHash();
      return {
        ...common,
        kind: 'caster',
        role: terminalRole.caster,
        secret_hash,
        details: { priority },
      };
    },
    async beforePatch(tx, caller, row, values) {
      const { password, confirmPassword: _, user_id, orgs: _orgs, disabled, ...rest } = values as Written;
      await checkOwner(tx, caller, user_id);
      if (password !== undefined || (user_id !== undefined && user_id !== casters.get(row.id)?.user_id))
        checkReach(caller, casters, row.id);
      // The account belongs to the row: changing it raises the row's revision.
      const revoked = password !== undefined || disabled === true;
      return { details: {}, ...rest, ...(revoked ? { secret_hash: unusableHash() } : {}) };
    },
    async stored(tx, caller, row, values, hashed) {
      const { user_id, orgs, disabled } = values as Written;
      const written = {
        ...hashed,
        ...(user_id === undefined ? {} : { user_id }),
        ...(disabled === undefined ? {} : { disabled }),
      };
      if (Object.keys(written).length > 0 || orgs !== undefined) await repository.save(tx, row.id, written);
      if (orgs !== undefined) {
        const [before] = await repository.accounts(tx, row.id);
        await repository.setOrgs(tx, row.id, zonesAfter(caller, before?.orgs ?? [], orgs));
      }
      const [account] = await repository.accounts(tx, row.id);
      return account === undefined ? row : { ...row, ...publicFields(account) };
    },
    async committed(before, after) {
      // Removed, or changed by a batch action, which does not touch accounts.
      if (after === null || (before === null && casters.get(after.id) !== undefined)) return;
      await casters.load();
      const account = casters.get(after.id);
      if (account === undefined) return;
      deps.devices.setRelated(after.id, publicFields(account));
      // Only here is a secret voided: adoption and login give a new one.
      if (before !== null && before.secret_hash !== after.secret_hash) deps.gateway.logOut(after.id);
    },
  };
}
