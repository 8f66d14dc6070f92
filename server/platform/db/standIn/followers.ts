import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Writes } from './writes.ts';

/**
 * Makes a function that adds to what was written the tables whose rows are deleted or changed with deleted rows, by
 * foreign keys.
 * @param all every table of the database
 */
export function withFollowers(all: readonly PgTable[]): (writes: Writes) => Writes {
  const direct = new Map<string, Set<string>>();
  for (const table of all) {
    const { name, foreignKeys } = getTableConfig(table);
    for (const key of foreignKeys) {
      if (key.onDelete === undefined || key.onDelete === 'no action') continue;
      const target = getTableConfig(key.reference().foreignTable).name;
      direct.set(target, (direct.get(target) ?? new Set()).add(name));
    }
  }
  function follow(name: string, found: Set<string>): void {
    if (found.has(name)) return;
    found.add(name);
    for (const one of direct.get(name) ?? []) follow(one, found);
  }
  return ({ tables, emptied, volatile }) => {
    const followed = new Set<string>();
    for (const name of emptied) follow(name, followed);
    const written = new Set([...tables, ...followed]);
    return {
      tables: written,
      emptied,
      volatile: new Set([...volatile].filter((name) => !written.has(name))),
    };
  };
}
