import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { RelayRecord } from './relay.repository.ts';
import * as repository from './relay.repository.ts';
import type { Relays, RelaysDeps } from './relays.types.ts';

export interface RelayActionsDeps extends Pick<RelaysDeps, 'db' | 'audit' | 'faults' | 'now'> {
  byId(id: number): RelayRecord | undefined;
  /** Ends the line of a relay, if it is connected. */
  end(id: number): void;
}

/** Creates the actions of persons on relays that have joined. */
export function relayActions(deps: RelayActionsDeps): Pick<Relays, 'withdraw' | 'clearAside' | 'setPeople'> {
  const { db, audit, faults } = deps;
  const active = (id: number): RelayRecord => {
    const relay = deps.byId(id);
    if (relay === undefined || relay.withdrawn_at !== null)
      throw new AppError(errorCode.notFound, 'relay.notFound');
    return relay;
  };
  return {
    async withdraw(id, actor, ip) {
      const relay = active(id);
      const withdrawn_at = Math.floor(deps.now() / 1000);
      await db.transaction(async (tx) => {
        await repository.update(tx, id, { withdrawn_at, org: null, aside: [] });
        const { name, org } = relay;
        await audit.record(tx, actor, {
          ...{ action: 'delete', entity: 'relay', entity_id: id, ip, before: { name, org } },
        });
      });
      Object.assign(relay, { withdrawn_at, org: null, aside: [] });
      deps.end(id);
      for (const kind of ['relay_lost', 'relay_refused'] as const) faults.drop(kind, String(id));
    },
    async setPeople(id, { accounts, offline_days }, actor, ip) {
      const relay = active(id);
      const before = { accounts: relay.accounts, offline_days: relay.offline_days };
      const after = { accounts: [...new Set(accounts)], offline_days };
      await db.transaction(async (tx) => {
        await repository.update(tx, id, after);
        await audit.record(tx, actor, {
          ...{ action: 'edit', entity: 'relay', entity_id: id, ip, before, after },
        });
      });
      Object.assign(relay, after);
    },
    async clearAside(id, actor, ip) {
      const relay = active(id);
      await db.transaction(async (tx) => {
        await repository.update(tx, id, { aside: [] });
        const { name } = relay;
        await audit.record(tx, actor, {
          ...{ action: 'acknowledge', entity: 'relay', entity_id: id, ip, after: { name } },
        });
      });
      relay.aside = [];
      faults.drop('relay_refused', String(id));
    },
  };
}
