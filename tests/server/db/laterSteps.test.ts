import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDb } from '../../../server/platform/db/openDb.ts';
import { runSteps, schemaSteps } from '../../../server/platform/db/schemaSteps.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { createEmptyDb } from '../backup/emptyDb.ts';
import { fillEmptyTables, putRows } from './realRows.ts';

/** Tests every migration after the first state on rows of the previous version, in all its tables. */
let database: { url: string; drop: () => Promise<void> };
let client: pg.Client;
beforeAll(async () => {
  database = await createEmptyDb();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { db, close } = openDb(database.url, { max: 1 });
  try {
    const steps = schemaSteps();
    for (const [n, { tag }] of steps.entries()) {
      await runSteps(db, steps.slice(0, n + 1));
      await putRows(client, tag);
      if (n + 1 < steps.length) await fillEmptyTables(client);
    }
  } finally {
    await close();
  }
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** Paths that can be read without parameters, including those of the first entry with `{id}`. */
function readable(paths: Record<string, { get?: Operation }>): string[] {
  return Object.entries(paths)
    .filter(([, { get }]) => get?.responses['200']?.content?.['application/json'] !== undefined)
    .filter(([, { get }]) => !get?.parameters?.some((one) => one.required && one.in === 'query'))
    .map(([path]) => path)
    .filter((path) => !path.includes('{') || /^[^{]*\/\{id\}$/.test(path));
}

test('the server starts on migrated rows, shows all of them, and works with them', async () => {
  let server: TestServer | undefined;
  try {
    server = await startServer({ fresh: true, env: { DATABASE_URL: database.url } });
    const { url, adminPassword: password } = server;
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    const call = async (method: string, path: string, body?: object) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(url + path, { method, headers, ...sent });
      return { status: answer.status, body: await answer.json() };
    };
    const login = await call('POST', '/v1/login', { username: 'admin', password });
    headers.access_token = login.body.value.token;

    const { body: document } = await call('GET', '/v1/openapi.json');
    const paths = readable(document.paths);
    const failed: string[] = [];
    let shown = 0;
    for (const path of paths) {
      let requested = path;
      if (path.endsWith('/{id}')) {
        const list = path.slice(0, -'/{id}'.length);
        const { rows: [first] = [] } = (await call('GET', list)).body.value ?? {};
        if (first?.id === undefined) continue;
        requested = `${list}/${first.id}`;
      }
      const { status, body } = await call('GET', requested);
      if (status !== 200) failed.push(`${requested} ${status} ${JSON.stringify(body)}`);
      if ((body.value?.rows?.length ?? 0) > 0) shown++;
    }
    expect(failed).toEqual([]);
    expect(paths.length).toBeGreaterThan(50);
    expect(shown).toBeGreaterThan(20);

    // The one group of an item is carried over, with its place in it.
    const { rows: carried } = await client.query(
      'select item_id, position from file_group_member where group_id = 1 and item_id <= 3 order by position',
    );
    expect(carried).toEqual([1, 2, 3].map((id) => ({ item_id: id, position: id })));
    const { body: files } = await call('GET', '/v1/file?group_id=1&sort=position');
    expect(files.value.rows.map((row: { id: number }) => row.id)).toEqual([1, 2, 3]);

    const made = await call('POST', '/v1/partition', { name: 'New', code: 'NEW', parent_id: 1 });
    expect(made.body).toMatchObject({ code: 200 });
    const { rows } = await client.query(`select name from partition where id = ${made.body.value.id}`);
    expect(rows).toEqual([{ name: 'New' }]);
  } finally {
    await server?.stop();
  }
});
