import { hostname } from 'node:os';
import type { Audit } from '../../platform/audit/audit.ts';
import * as settings from '../../platform/config/setting.repository.ts';
import type { Db } from '../../platform/db/client.ts';
import type { PairRecord } from './link/pairRecord.ts';

/** Setting with the greatest term that the audit log has. */
const KEY = 'pair_term';

/** Records in the audit log, once, that this machine has taken over. */
export async function recordTakeOver(
  db: Db,
  audit: Audit,
  { term }: Pick<PairRecord, 'term'>,
): Promise<void> {
  if (term === 0) return;
  await db.transaction(async (tx) => {
    await settings.lock(tx, KEY);
    if (Number(await settings.get(tx, KEY)) >= term) return;
    await audit.record(
      tx,
      { accountId: null, code: '' },
      { action: 'take_over', entity: 'pair', entity_id: null, ip: '', after: { name: hostname(), term } },
    );
    await settings.put(tx, KEY, term);
  });
}
