import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDb, type OpenDbOptions, openDb } from '../../../server/platform/db/openDb.ts';

export interface TestDb extends OpenDb {
  /** Connection as the server's role, which owns it. */
  url: string;
  /** Connection as a superuser. */
  adminUrl: string;
  /** Closes the connections and drops the database. */
  drop: () => Promise<void>;
}

/**
 * `port`: port of a proxy in front of the database; `isSite`: true for one that has had its first start, with the
 * account `admin`.
 */
export type TestDbOptions = OpenDbOptions & { port?: number; isSite?: boolean };

/**
 * Creates a migrated, empty database for a test file, copied from the template in some 30 ms:
 *
 *     let database: TestDb;
 *     beforeAll(async () => { database = await createTestDb(); });
 *     afterAll(() => database.drop());
 */
export async function createTestDb(options: TestDbOptions = {}): Promise<TestDb> {
  const url = new URL(inject('postgresUrl'));
  const own = new URL(inject('serverUrl'));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const { port = Number(own.port), isSite = false, ...rest } = options;
  // The other strategy writes every page to the log, which takes twice the processor time.
  const from = `template ${isSite ? inject('siteDatabase') : own.pathname.slice(1)} strategy file_copy`;
  await asAdmin(url, `create database ${name} owner ${own.username} ${from}`);
  own.pathname = `/${name}`;
  const admin = new URL(url);
  admin.pathname = own.pathname;
  const by = new URL(own);
  by.port = String(port);
  const open = openDb(by.href, { max: 5, ...rest });
  return {
    ...open,
    url: own.href,
    adminUrl: admin.href,
    drop: async () => {
      await open.close();
      await asAdmin(url, `drop database ${name} with (force)`);
    },
  };
}

async function asAdmin(url: URL, statement: string): Promise<void> {
  const admin = new URL(url);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
