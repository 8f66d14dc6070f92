import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import pino from 'pino';
import { openDb } from '../../server/platform/db/openDb.ts';
import { readEnv } from '../../server/platform/process/env.ts';
import { buildApp } from '../../server/start/app.ts';
import { createDeps } from '../../server/start/deps.ts';
import type { ListCase } from './listShapes.ts';

/** Statement as it was sent to the database. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** List route with the names of its query parameters. */
export interface ListRoute {
  path: string;
  parameters: string[];
}

/** Statements of every case, by its URL; and all list routes. */
export interface Captured {
  statements: Record<string, Statement[]>;
  /** Longest turn of the event loop while a case is answered, by its URL, ms. */
  turns: Record<string, number>;
  routes: ListRoute[];
}

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
}
interface Operation {
  parameters?: { in: string; name: string }[];
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

/** Routes that return rows: a page, an array, or the runs of a period. */
function listRoutes(paths: Record<string, Record<string, Operation>>): ListRoute[] {
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const value = get?.responses?.[200]?.content?.['application/json']?.schema?.properties?.value;
    const { rows, runs } = value?.properties ?? {};
    if (value?.type !== 'array' && rows === undefined && runs === undefined) return [];
    const query = get?.parameters?.filter((one) => one.in === 'query') ?? [];
    return [{ path, parameters: query.map(({ name }) => name) }];
  });
}

/** Routes and filters without a case. */
export function uncovered(routes: readonly ListRoute[], cases: readonly ListCase[]): string[] {
  return routes.flatMap(({ path, parameters }) => {
    const own = cases.filter(({ route }) => route === path);
    if (own.length === 0) return [path];
    const covered = new Set(
      own.flatMap(({ url }) => [...new URL(url, 'http://localhost').searchParams.keys()]),
    );
    return parameters.filter((name) => !covered.has(name)).map((name) => `${path}?${name}`);
  });
}

/** Answers of a case whose longest turn is measured; the shortest counts, as other programs only add to it. */
const MEASURED = 3;

/** Longest turn of the event loop of this process while something runs, ms. */
async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let goesOn = true;
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (goesOn) setImmediate(turn);
  };
  setImmediate(turn);
  await run();
  goesOn = false;
  return longest;
}

/**
 * Answers every case by the application in this process, and records its statements: replayed alone,
 * they are the cost of the same list without the server.
 */
export async function capture(
  databaseUrl: string,
  password: string,
  cases: readonly ListCase[],
): Promise<Captured> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tocsin-lists-'));
  const { db, pool, close } = openDb(databaseUrl, { max: 5 });
  const env = readEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  const deps = await createDeps({ env, log: pino({ level: 'silent' }), db });
  const app = await buildApp(deps);
  try {
    await app.ready();
    const login = await app.inject({
      method: 'POST',
      url: '/v1/login',
      payload: { username: 'admin', password },
    });
    const { token } = login.json().value as { token: string };
    const headers = { access_token: token, lang: 'en' };
    const document = (await app.inject('/v1/openapi.json')).json() as {
      paths: Record<string, Record<string, Operation>>;
    };
    const routes = listRoutes(document.paths);
    const known = new Set(routes.map(({ path }) => path));
    const statements: Record<string, Statement[]> = {};
    const turns: Record<string, number> = {};
    let kept: Statement[] = [];
    const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    pool.query = ((config: pg.QueryConfig, values?: unknown[]) => {
      kept.push({ text: config.text, values: values ?? config.values ?? [] });
      return query(config, values);
    }) as typeof pool.query;
    for (const [i, { url }] of cases.filter(({ route }) => known.has(route)).entries()) {
      // The server limits requests per address and second.
      const remoteAddress = `10.0.${i >> 8}.${i & 255}`;
      // The login is looked up once a second, which is not part of the comparison.
      await app.inject({ url: '/v1/profile', headers, remoteAddress });
      kept = [];
      const answer = await app.inject({ url, headers, remoteAddress });
      // The benchmark reports it: a refused case measures nothing.
      if (answer.statusCode !== 200) continue;
      statements[url] = kept.filter(
        ({ text }) => !text.includes('login_session" where') && !/^(begin|commit)/i.test(text),
      );
      const lengths: number[] = [];
      for (let n = 0; n < MEASURED; n++)
        lengths.push(
          await longestTurn(() => app.inject({ url, headers, remoteAddress: `10.1.${n}.${i & 255}` })),
        );
      turns[url] = Math.min(...lengths);
    }
    return { statements, turns, routes };
  } finally {
    await app.close();
    await deps.close();
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
