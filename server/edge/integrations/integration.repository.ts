import { and, asc, eq, lt, lte, sql } from 'drizzle-orm';
import type { Integration, WebhookMessage } from '../../../contract/entities/site/integration.ts';
import { integrationEntity } from '../../../contract/entities/site/integration.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Db, DbOrTx } from '../../platform/db/client.ts';
import { opened, type SealedField, sealedRepository } from '../../platform/db/sealedRepository.ts';
import { type Row, tableRepository } from '../../platform/db/tableRepository.ts';
import { integration, integrationMessage, webhookDelivery } from './integration.table.ts';

/** Integration with its secret, and the hashes of the PINs of its dial plan by code. */
export type IntegrationRow = Integration & Row & { secret: string | null; pins: Record<string, string> };

const SEALED: SealedField = { field: 'secret', has: 'has_secret', use: 'integration.secret' };

const plain = tableRepository<IntegrationRow>(integration, {
  sortable: integrationEntity.sortable,
  searchable: integrationEntity.searchable,
  defaultSort: 'name',
  scope: 'org',
});

/** Repository with decrypted secrets; `has_secret` is false where one cannot be decrypted. */
export const integrationsOf = (box: SecretBox) => sealedRepository(plain, SEALED, box);

/**
 * Reads all integrations for the server itself. Plain secrets of earlier versions are encrypted first.
 *
 * @returns `lost`: ids of those whose secret was encrypted with a key that is gone
 */
export async function all(
  db: Db,
  box: SecretBox,
): Promise<{ rows: IntegrationRow[]; lost: ReadonlySet<number> }> {
  const stored = await db.transaction(async (tx) => {
    const rows = await tx.select().from(integration).for('update');
    for (const row of rows) {
      if (row.secret === null || box.isSealed(row.secret)) continue;
      row.secret = box.seal(row.secret, SEALED.use);
      await tx.update(integration).set({ secret: row.secret }).where(eq(integration.id, row.id));
    }
    return rows;
  });
  const rows = stored.map((row) => opened({ ...row, has_secret: false }, SEALED, box));
  const lost = rows.filter((row, i) => !row.has_secret && stored[i]?.secret !== null);
  return { rows, lost: new Set(lost.map(({ id }) => id)) };
}

/** Keeps an integration from being deleted until the end of the transaction; false: it is gone. */
export async function hold(tx: DbOrTx, id: number): Promise<boolean> {
  const held = await tx
    .select({ id: integration.id })
    .from(integration)
    .where(eq(integration.id, id))
    .for('share');
  return held.length > 0;
}

/** Stores the result of the last message; no revision, since no person changed the row. */
export async function setOutcome(db: DbOrTx, id: number, error: string): Promise<void> {
  const at = error === '' ? { last_at: Math.floor(Date.now() / 1000) } : {};
  await db
    .update(integration)
    .set({ ...at, last_error: error })
    .where(eq(integration.id, id));
}

/** Notes a message as taken. @returns false when it was noted before */
export async function note(db: DbOrTx, id: number, name: string): Promise<boolean> {
  const rows = await db
    .insert(integrationMessage)
    .values({ integration_id: id, name })
    .onConflictDoNothing()
    .returning({ name: integrationMessage.name });
  return rows.length > 0;
}

export async function setPlans(db: DbOrTx, id: number, name: string, plans: number[]): Promise<void> {
  await db
    .update(integrationMessage)
    .set({ plans })
    .where(and(eq(integrationMessage.integration_id, id), eq(integrationMessage.name, name)));
}

/** Removes the note of a message that had no effect. */
export async function forget(db: DbOrTx, id: number, name: string): Promise<void> {
  await db
    .delete(integrationMessage)
    .where(and(eq(integrationMessage.integration_id, id), eq(integrationMessage.name, name)));
}

/** The plans that these alerts have started. */
export async function plansOfMessages(db: DbOrTx, id: number, names: readonly string[]): Promise<number[]> {
  const rows = await db
    .select({ plans: integrationMessage.plans })
    .from(integrationMessage)
    .where(
      and(
        eq(integrationMessage.integration_id, id),
        sql`${integrationMessage.name} = any(${sql.param([...names])}::text[])`,
      ),
    );
  return [...new Set(rows.flatMap(({ plans }) => plans))];
}

/** @param before epoch seconds */
export async function prune(db: DbOrTx, before: number): Promise<void> {
  await db.delete(integrationMessage).where(lt(integrationMessage.at, before));
}

export type Delivery = typeof webhookDelivery.$inferSelect;

export async function enqueue(
  db: DbOrTx,
  deliveries: readonly { integration_id: number; message_id: string; message: WebhookMessage }[],
): Promise<void> {
  // Messages of an integration that was deleted in the meantime are not sent.
  await db.execute(sql`
    insert into webhook_delivery (integration_id, message_id, message)
    select d.integration_id, d.message_id, d.message
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d(integration_id int, message_id text, message jsonb)
    where exists (select 1 from integration where id = d.integration_id)`);
}

/** Deliveries that are due, the oldest first. */
export async function due(db: DbOrTx, limit: number): Promise<Delivery[]> {
  return db
    .select()
    .from(webhookDelivery)
    .where(lte(webhookDelivery.next_at, sql`now()`))
    .orderBy(asc(webhookDelivery.id))
    .limit(limit);
}

export async function delivered(db: DbOrTx, id: number): Promise<void> {
  await db.delete(webhookDelivery).where(eq(webhookDelivery.id, id));
}

/** Schedules the next attempt after so many seconds. */
export async function postpone(db: DbOrTx, id: number, seconds: number): Promise<void> {
  await db
    .update(webhookDelivery)
    .set({
      attempts: sql`${webhookDelivery.attempts} + 1`,
      next_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where(eq(webhookDelivery.id, id));
}
