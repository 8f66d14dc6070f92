import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import * as schema from '../schema.ts';
import { snapshotTables } from './snapshotTables.ts';

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

/** What was written: tables, and those of which only volatile columns were. */
export interface Writes {
  tables: Set<string>;
  /** Tables of which only columns were written that the snapshot need not have at once. */
  volatile: Set<string>;
}

/**
 * Tables that a statement may write, including those that follow its deletions. May name too many, never too
 * few.
 */
export function tablesWritten(statement: string): Writes {
  const tables = new Set<string>();
  const volatile = new Set<string>();
  for (const match of statement.matchAll(
    /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?"?([a-z_]+)"?/gi,
  )) {
    const [whole, verb = '', name = ''] = match;
    if (/^(delete|truncate)/i.test(verb)) withFollowers(name, tables);
    else if (/^update/i.test(verb) && isVolatile(name, statement.slice(match.index + whole.length)))
      volatile.add(name);
    else tables.add(name);
  }
  for (const name of tables) volatile.delete(name);
  return { tables, volatile };
}

/** Tells if an update writes volatile columns only. @param rest statement after the name of the table */
function isVolatile(name: string, rest: string): boolean {
  const few = snapshotTables[name]?.volatile;
  if (few === undefined) return false;
  return columnsSet(rest)?.every((column) => few.includes(column)) ?? false;
}

/** Columns that an update assigns, in lower case; null where they cannot be told for certain. */
function columnsSet(rest: string): string[] | null {
  const set = /^\s*(?:(?:as\s+)?[a-z_]+\s+)?set\s/i.exec(rest);
  if (set === null) return null;
  const columns: string[] = [];
  let [depth, start] = [0, true];
  // Texts, names in quotes, words, and single characters.
  for (const [token] of rest.slice(set[0].length).matchAll(/'(?:[^']|'')*'|"[^"]+"|[a-z_]\w*|\S/gi)) {
    if (start) {
      const [name = ''] = /^[a-z_]+$/.exec(token.replaceAll('"', '').toLowerCase()) ?? [];
      if (name === '') return null;
      columns.push(name);
      start = false;
    } else if (token === '(') depth += 1;
    else if (token === ')') {
      if (depth === 0) break;
      depth -= 1;
    } else if (depth > 0) continue;
    else if (token === ',') start = true;
    else if (/^(from|where|returning)$/i.test(token)) break;
  }
  return columns;
}

const isEmpty = ({ tables, volatile }: Writes) => tables.size === 0 && volatile.size === 0;

/**
 * Reports the tables that a connection has written, after each commit and before the caller continues.
 * Transactions that were rolled back may be reported too.
 */
export function watchWrites(client: pg.PoolClient, heard: (writes: Writes) => void): void {
  const none = (): Writes => ({ tables: new Set(), volatile: new Set() });
  let touched = none();
  const query = client.query as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
    if (typeof text === 'string') {
      const { tables, volatile } = tablesWritten(text);
      for (const name of tables) touched.tables.add(name);
      for (const name of volatile) touched.volatile.add(name);
    }
    return query.apply(client, args);
  };
  client.query = watched as typeof client.query;
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  // Prepended to the listener of pg, which calls back the caller; `I`: no transaction is open.
  connection.prependListener('readyForQuery', ({ status }: { status: string }) => {
    if (status !== 'I' || isEmpty(touched)) return;
    const writes = touched;
    touched = none();
    heard(writes);
  });
  // The answer to a commit may be lost with the connection.
  client.on('end', () => {
    if (!isEmpty(touched)) heard(touched);
  });
}
