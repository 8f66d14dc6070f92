import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { type Env, readEnv } from '../../../server/platform/process/env.ts';
import { buildApp } from '../../../server/start/app.ts';
import { createDeps, type Deps } from '../../../server/start/deps.ts';
import type { Outside } from '../../../server/start/modules/outside.ts';
import { adminPassword } from './adminPassword.ts';
import { watchAnswers } from './answers.ts';
import { createTestDb, type TestDb, type TestDbOptions } from './database.ts';
import { hashCost } from './hashCost.ts';

export { adminPassword };

export interface Answer {
  status: number;
  body: { code: number; message: string; key?: string; value: never };
  headers: Record<string, unknown>;
}

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  database: TestDb;
  /** Sends a request; with a token as that account. */
  call(
    method: string,
    url: string,
    options?: { token?: string; body?: object; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Logs in and returns the token. */
  login(username?: string, password?: string): Promise<string>;
  /** @throws Error when operations have answered with failures that their description does not list */
  close(): Promise<void>;
}

/** Creates the real application with its own database, after its first start; not listening. */
export async function createTestApp(
  env: Record<string, string> = {},
  outside: Pick<
    Outside,
    | 'terminalLimits'
    | 'faultTimes'
    | 'speechProgram'
    | 'streamTimes'
    | 'wallNow'
    | 'hashCost'
    | 'idleNow'
    | 'upgradeLimits'
    | 'nodeSource'
  > = {},
  through: TestDbOptions = {},
): Promise<TestApp> {
  const database = await createTestDb({ ...through, isSite: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-app-'));
  const settings: Env = readEnv({
    DATA_DIR: dataDir,
    TZ_SITE: 'Asia/Shanghai',
    LOG_LEVEL: 'silent',
    // With the lowest priority it would hardly run beside busy tests.
    MEDIA_NICE: '0',
    ...env,
  });
  const log = pino({ level: settings.LOG_LEVEL });
  const deps = await createDeps({ hashCost, ...outside, env: settings, log, db: database.db });
  const app = await buildApp(deps);
  const unlisted = watchAnswers(app);
  await app.ready();

  async function call(
    method: string,
    url: string,
    options: { token?: string; body?: object; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const headers: Record<string, string> = { lang: 'en', ...options.headers };
    if (options.token !== undefined) headers.access_token = options.token;
    const request: InjectOptions = { method: method as 'GET', url, headers };
    if (options.body !== undefined) request.payload = options.body;
    const response = await app.inject(request);
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  }

  return {
    app,
    deps,
    database,
    call,
    async login(username = 'admin', password = adminPassword) {
      const answer = await call('POST', '/v1/login', { body: { username, password } });
      if (answer.body.code !== 200) throw new Error(`login failed: ${answer.body.message}`);
      return (answer.body.value as { token: string }).token;
    },
    async close() {
      await app.close();
      await deps.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
      const failures = unlisted();
      if (failures.length > 0)
        throw new Error(`failures that the description of the API does not list:\n${failures.join('\n')}`);
    },
  };
}
