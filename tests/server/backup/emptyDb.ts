import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database without any table. */
export async function createEmptyDb(): Promise<{ url: string; drop: () => Promise<void> }> {
  const admin = new URL(inject('postgresUrl'));
  admin.pathname = '/postgres';
  const name = `empty_${randomBytes(6).toString('hex')}`;
  await run(admin, `create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(admin, `drop database ${name} with (force)`) };
}

async function run(admin: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
