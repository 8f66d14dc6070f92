import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { KEYS_FOLDER } from '../../../server/platform/dataFolder/secretBox.ts';
import { installed } from '../../support/debian.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { sine, wav } from '../media/sounds.ts';
import { loggedIn, serves, startAtPorts } from '../pair/pairSite.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';
import { startNats } from './natsServer.ts';

const missing = installed('nats-server', 'nats-server');
const LIMIT = 120_000;

/** Starts servers that are nodes of one system; the first one has led. @param between called before the second starts */
async function startNodes(
  between = async (_first: TestServer) => {},
): Promise<{ database: TestDb; first: TestServer; second: TestServer }> {
  const database = await createTestDb();
  onTestFinished(() => database.drop());
  const nats = await startNats();
  onTestFinished(() => nats.stop());
  const env = { DATABASE_URL: database.url, NATS_URL: nats.url, TZ_SITE: 'UTC' };
  const start = async () => {
    const server = await startAtPorts({ env });
    onTestFinished(() => server.stop());
    return server;
  };
  const first = await start();
  await between(first);
  return { database, first, second: await start() };
}

const wire = ({ url }: TestServer) => `${url.replace('http', 'ws')}/v1/terminal?lang=en`;

test.skipIf(missing !== null)(
  `a follower passes consoles and terminals on, and goes on with their broadcasts when the leader is killed${missing ?? ''}`,
  async () => {
    const { database, first, second } = await startNodes();
    expect(second.output()).toContain('a node that follows');
    await serves(second);
    const api = await loggedIn(second);
    const found = await TerminalClient.hello(wire(second), { code: 'HALL' });
    await found.next('found');
    await api.adopt(['HALL']);
    const { secret } = await found.next('adopted');
    const { terminal } = await found.next('welcome');
    const tone = await api.upload(
      'tone.wav',
      wav({ rate: 48_000, channels: 1, seconds: 240 }, sine(440, 0.1)),
    );
    const programme = join(second.dataDir, 'media', 'file', String(tone), 'programme', 'programme.opk');
    await eventually(() => expect(existsSync(programme)).toBe(true));
    const due = new Date(Date.now() + 3_000).toISOString();
    await api.post('/v1/scheduled_task', {
      ...{ name: 'Bell', audio_source: 0, files: [tone] },
      ...{ devices: [terminal], start_date: due.slice(0, 10), end_date: due.slice(0, 10) },
      start_time: due.slice(11, 19),
    });
    await found.until(() => found.frames.length > 0, 'the run of the schedule');

    await first.kill9();
    await eventually(() => expect(second.output()).toContain('this node leads from now on'));
    await serves(second);
    const again = await TerminalClient.hello(wire(second), { code: 'HALL', secret });
    await again.until(() => again.frames.length > 0, 'its continuation');
    const { rows } = await database.pool.query('select 1 from broadcast where due_at is not null');
    expect(rows).toHaveLength(1);

    await first.start();
    expect(first.output()).toContain('a node that follows');
    await loggedIn(first);
    expect(await second.end()).toBe(0);
    await eventually(() => expect(first.output()).toContain('this node leads from now on'));
    await serves(first);
    expect((await database.pool.query('select 1 from broadcast where due_at is not null')).rows).toHaveLength(
      1,
    );
  },
  LIMIT,
);

test.skipIf(missing !== null)(
  `a node with an empty folder does not lead before it has the files, the key of the secrets included${missing ?? ''}`,
  async () => {
    const { first, second } = await startNodes(async (one) => void (await one.end()));
    expect(second.output()).toContain('a node that follows');
    expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
    await first.start();
    expect(first.output()).not.toContain('a node that follows');
    await serves(second);
    await eventually(() => expect(existsSync(join(second.dataDir, 'identity'))).toBe(true));
    await first.end();
    await serves(second);
    const keys = ({ dataDir }: TestServer) =>
      readdirSync(join(dataDir, KEYS_FOLDER)).map((name) =>
        readFileSync(join(dataDir, KEYS_FOLDER, name), 'hex'),
      );
    expect(keys(second)).toEqual(keys(first));
  },
  LIMIT,
);
