import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';

const server = join(import.meta.dirname, '../../../server');
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.table.ts'),
);
const modules: Record<string, unknown>[] = await Promise.all(files.map((name) => import(join(server, name))));

/** Every table that a module declares. */
export const tables: readonly PgTable[] = modules.flatMap((module) =>
  Object.values(module).filter((one): one is PgTable => is(one, PgTable)),
);
