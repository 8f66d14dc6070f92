import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Embedded, startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { openDb } from '../../../server/platform/db/openDb.ts';
import { storeCompiled } from '../../../server/platform/workers/storeCompiled.ts';
import { firstRun } from '../../../server/site/accounts/firstRun.ts';
import { workerPrograms } from '../../../server/start/workerPrograms.ts';
import { endWithParent } from '../../support/endWithParent.ts';
import { prepareTemplate } from '../../support/prepareTemplate.ts';
import { adminPassword } from './adminPassword.ts';
import { hashCost } from './hashCost.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Temporary PostgreSQL of this run, as its superuser; its database is the migrated template of every test
     * database.
     */
    postgresUrl: string;
    /** Same server, as the role of the application. */
    serverUrl: string;
    /** Name of its database after a first start, the template of test applications. */
    siteDatabase: string;
  }
}

const siteDatabase = 'site';

/** Copies the migrated database, and stores what a first start of the server does. */
async function createSite({ url, adminUrl }: Embedded): Promise<void> {
  const own = new URL(url);
  const admin = new URL(adminUrl);
  admin.pathname = '/postgres';
  const client = new pg.Client({ connectionString: admin.href });
  await client.connect();
  await client.query(
    `create database ${siteDatabase} template ${own.pathname.slice(1)} owner ${own.username}`,
  );
  await client.end();
  own.pathname = `/${siteDatabase}`;
  const site = openDb(own.href, { max: 1 });
  await firstRun(site.db, 'Site', adminPassword, hashCost);
  await site.close();
}

/** Starts one temporary PostgreSQL for all server tests of a run and migrates its template database. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-test-'));
  const postgres = await startEmbedded({ dataDir, durable: false });
  const guard = endWithParent(dataDir);
  const template = openDb(postgres.url, { max: 1 });
  await migrate(template.db);
  await template.close();
  await createSite(postgres);
  project.provide('postgresUrl', postgres.adminUrl);
  project.provide('serverUrl', postgres.url);
  project.provide('siteDatabase', siteDatabase);
  const removeTemplate = await prepareTemplate();
  await storeCompiled(workerPrograms);
  return async () => {
    await postgres.stop();
    removeTemplate();
    guard.dismiss();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
