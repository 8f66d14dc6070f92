import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/**
 * Creates a database without tables, owned by an account without further rights, as in a site's own
 * PostgreSQL.
 */
export async function createEmptyDb(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = new URL(inject('postgresUrl'));
  admin.pathname = '/postgres';
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await run(admin, `create role ${name} login password '${name}'`);
  await run(admin, `create database ${name} owner ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  url.username = name;
  url.password = name;
  return {
    url: url.href,
    async drop() {
      await run(admin, `drop database ${name} with (force)`);
      await run(admin, `drop role ${name}`);
    },
  };
}

async function run(admin: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
