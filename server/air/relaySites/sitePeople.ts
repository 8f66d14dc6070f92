import { alarmPermissions } from '../../../contract/api/permissions.ts';
import { alarmAction } from '../../../contract/codes.ts';
import * as repository from '../../platform/auth/auth.repository.ts';
import type { Callers } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { may } from '../../platform/http/access.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { SitePerson } from './sitePlan.types.ts';

/** Creates the functions that find out who may do what at the emergency console of a relay. */
export function createSitePeople(deps: { db: Db; callers: Pick<Callers, 'fromAccount' | 'onChange'> }) {
  const { db, callers } = deps;
  let changes = 0;
  callers.onChange(() => {
    changes += 1;
  });

  /** Null: the account is gone, disabled, must choose another password, or has other zones. */
  async function personOf(id: number, org: number): Promise<SitePerson | null> {
    const caller = await callers.fromAccount(id);
    if (caller === null || !inScope(caller.scope, org)) return null;
    const account = await repository.findAccount(db, id);
    if (account === undefined) return null;
    const actions = Object.values(alarmAction).filter((one) => may(caller, alarmPermissions[one]));
    const stops = may(caller, ['operate_real_time_task', 'operate_task']);
    const { code, name, password_hash } = account;
    return { id, code, name, password_hash, actions, stops };
  }

  return {
    /** Key that changes when accounts or their rights may have changed. */
    fingerprint: () => String(changes),
    async of(accounts: readonly number[], org: number): Promise<SitePerson[]> {
      const all = await Promise.all(accounts.map((id) => personOf(id, org)));
      return all.filter((one) => one !== null);
    },
  };
}
export type SitePeople = ReturnType<typeof createSitePeople>;
