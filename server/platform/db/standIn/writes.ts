import type pg from 'pg';
import { snapshotTables } from './snapshotTables.ts';

/** Written tables, and tables of which only volatile columns were written. */
export interface Writes {
  tables: Set<string>;
  /** Subset of `tables` from which rows were deleted; rows of other tables may be deleted or changed with them. */
  emptied: Set<string>;
  /** Tables of which only columns were written that the snapshot need not have at once. */
  volatile: Set<string>;
}

const nothing = (): Writes => ({ tables: new Set(), emptied: new Set(), volatile: new Set() });

/** Tables that a statement may write itself (`withFollowers` adds the others). May name too many, never too few. */
export function tablesWritten(statement: string): Writes {
  const { tables, emptied, volatile } = nothing();
  for (const match of statement.matchAll(
    /\b(insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?"?([a-z_]+)"?/gi,
  )) {
    const [whole, verb = '', name = ''] = match;
    if (/^update/i.test(verb) && isVolatile(name, statement.slice(match.index + whole.length)))
      volatile.add(name);
    else tables.add(name);
    if (/^(delete|truncate)/i.test(verb)) emptied.add(name);
  }
  for (const name of tables) volatile.delete(name);
  return { tables, emptied, volatile };
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
  let touched = nothing();
  const query = client.query as (...args: unknown[]) => unknown;
  const watched = (...args: unknown[]) => {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | undefined)?.text;
    if (typeof text === 'string') {
      const written = tablesWritten(text);
      for (const kind of ['tables', 'emptied', 'volatile'] as const)
        for (const name of written[kind]) touched[kind].add(name);
    }
    return query.apply(client, args);
  };
  client.query = watched as typeof client.query;
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  // Prepended to the listener of pg, which calls back the caller; `I`: no transaction is open.
  connection.prependListener('readyForQuery', ({ status }: { status: string }) => {
    if (status !== 'I' || isEmpty(touched)) return;
    const writes = touched;
    touched = nothing();
    heard(writes);
  });
  // The answer to a commit may be lost with the connection.
  client.on('end', () => {
    if (!isEmpty(touched)) heard(touched);
  });
}
