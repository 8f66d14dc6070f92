import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../../server/platform/db/embedded/embedded.ts';
import { migrate } from '../../../server/platform/db/migrate.ts';
import { openDb } from '../../../server/platform/db/openDb.ts';
import { storeCompiled } from '../../../server/platform/workers/storeCompiled.ts';
import { workerPrograms } from '../../../server/start/workerPrograms.ts';
import { endWithParent } from '../../support/endWithParent.ts';
import { prepareTemplate } from '../../support/prepareTemplate.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /**
     * Temporary PostgreSQL of this run, as its superuser; its database is the migrated template of every test
     * database.
     */
    postgresUrl: string;
    /** Same server, as the role of the application. */
    serverUrl: string;
  }
}

/** Starts one temporary PostgreSQL for all server tests of a run and migrates its template database. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-test-'));
  const postgres = await startEmbedded({ dataDir, durable: false });
  const guard = endWithParent(dataDir);
  const template = openDb(postgres.url, { max: 1 });
  await migrate(template.db);
  await template.close();
  project.provide('postgresUrl', postgres.adminUrl);
  project.provide('serverUrl', postgres.url);
  const removeTemplate = await prepareTemplate();
  await storeCompiled(workerPrograms);
  return async () => {
    await postgres.stop();
    removeTemplate();
    guard.dismiss();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
