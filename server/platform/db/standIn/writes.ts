import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import * as schema from '../schema.ts';

/** Tables whose rows are deleted or changed with those of another table, by the name of that table. */
const followers = (() => {
  const direct = new Map<string, Set<string>>();
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue;
    const { name, foreignKeys } = getTableConfig(table);
    for (const key of foreignKeys) {
      if (key.onDelete === undefined || key.onDelete === 'no action') continue;
      const target = getTableConfig(key.reference().foreignTable).name;
      direct.set(target, (direct.get(target) ?? new Set()).add(name));
    }
  }
  return direct;
})();

function withFollowers(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const one of followers.get(name) ?? []) withFollowers(one, found);
  return found;
}

/**
 * Tables that a statement may write, including those that follow its deletions. May name too many, never too
 * few.
 */
export function tablesWritten(statement: string): Set<string> {
  const found = new Set<string>();
  for (const [, verb = '', name = ''] of statement.matchAll(
    /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?"?([a-z_]+)"?/gi,
  ))
    if (/^(delete|truncate)/i.test(verb)) withFollowers(name, found);
    else found.add(name);
  return found;
}

/**
 * Reports the tables that a connection has written, after each commit and before the caller continues.
 * Transactions that were rolled back may be reported too.
 */
export function watchWrites(client: pg.PoolClient, heard: (tables: ReadonlySet<string>) => void): void {
  let touched = new Set<string>();
  const query = client.query as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
    if (typeof text === 'string') for (const name of tablesWritten(text)) touched.add(name);
    return query.apply(client, args);
  };
  client.query = watched as typeof client.query;
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  // Prepended to the listener of pg, which calls back the caller; `I`: no transaction is open.
  connection.prependListener('readyForQuery', ({ status }: { status: string }) => {
    if (status !== 'I' || touched.size === 0) return;
    const tables = touched;
    touched = new Set();
    heard(tables);
  });
  // The answer to a commit may be lost with the connection.
  client.on('end', () => {
    if (touched.size > 0) heard(touched);
  });
}
