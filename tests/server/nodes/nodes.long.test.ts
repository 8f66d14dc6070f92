import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NodesOverview } from '../../../contract/entities/site/nodes/systemNode.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { KEYS_FOLDER } from '../../../server/platform/dataFolder/secretBox.ts';
import type { ApiClient } from '../../support/apiClient.ts';
import { installed } from '../../support/debian.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { sine, wav } from '../media/sounds.ts';
import { loggedIn, serves, startAtPorts } from '../pair/pairSite.ts';
import { createTestDb, type TestDb } from '../setup/database.ts';
import { startNats } from './natsServer.ts';

const missing = installed('nats-server', 'nats-server');
const LIMIT = 240_000;

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

/** Waits until a node that began with an empty folder may lead. */
const hasFiles = ({ dataDir }: TestServer) =>
  eventually(() => expect(existsSync(join(dataDir, 'identity'))).toBe(true));

/** A terminal at one node, and the run of a schedule in 10 s, whose sound the other node has. */
async function beforeBell(
  at: TestServer,
  other: TestServer,
): Promise<{ api: ApiClient; found: TerminalClient; secret: string; servers: string[] | undefined }> {
  const api = await loggedIn(at);
  const found = await TerminalClient.hello(wire(at), { code: 'HALL' });
  await found.next('found');
  await api.adopt(['HALL']);
  const { secret } = await found.next('adopted');
  const { terminal, servers } = await found.next('welcome');
  const sound = wav({ rate: 48_000, channels: 1, seconds: 240 }, sine(440, 0.1));
  const tone = await api.upload('tone.wav', sound);
  const programme = join(other.dataDir, 'media', 'file', String(tone), 'programme', 'programme.opk');
  await eventually(() => expect(existsSync(programme)).toBe(true));
  const due = new Date(Date.now() + 10_000).toISOString();
  await api.post('/v1/scheduled_task', {
    ...{ name: 'Bell', audio_source: 0, files: [tone] },
    ...{ devices: [terminal], start_date: due.slice(0, 10), end_date: due.slice(0, 10) },
    start_time: due.slice(11, 19),
  });
  return { api, found, secret, servers };
}

async function runs({ pool }: TestDb): Promise<number> {
  return (await pool.query('select 1 from broadcast where due_at is not null')).rows.length;
}

test.skipIf(missing !== null)(
  `a follower passes consoles and terminals on, and goes on with their broadcasts when the leader is killed${missing ?? ''}`,
  async () => {
    const { database, first, second } = await startNodes();
    expect(second.output()).toContain('a node that follows');
    await serves(second);
    const { api, found, secret, servers } = await beforeBell(second, second);
    await found.until(() => found.frames.length > 0, 'the run of the schedule');

    const nodes = await api.get<NodesOverview>('/v1/nodes');
    expect(nodes.is_connected).toBe(true);
    const [leader, follower] = nodes.nodes;
    expect(leader).toMatchObject({ role: 'leader', urls: [first.httpsUrl, first.url] });
    expect(follower).toMatchObject({ role: 'follower', urls: [second.httpsUrl, second.url] });
    expect(follower?.passed).toBeGreaterThan(0);
    const metrics = await (await fetch(`${second.url}/metrics`)).text();
    for (const line of [
      'tocsin_node_fence 1',
      'tocsin_nodes{role="follower"} 1',
      'tocsin_engine_lock_held 1',
    ])
      expect(metrics).toContain(line);
    expect(servers).toEqual([second.url, first.url, first.httpsUrl, second.httpsUrl]);

    await first.kill9();
    await eventually(() => expect(second.output()).toContain('this node leads from now on'));
    await serves(second);
    const again = await TerminalClient.hello(wire(second), { code: 'HALL', secret });
    await again.until(() => again.frames.length > 0, 'its continuation');
    expect(await runs(database)).toBe(1);
    const lost = { kind: 'node_lost', params: { address: first.httpsUrl } };
    const later = await loggedIn(second);
    const open = async () =>
      (await later.get<{ rows: Fault[] }>('/v1/fault?state=open&limit=100')).rows.filter(
        ({ kind }) => kind === 'node_lost',
      );
    await eventually(async () => expect(await open()).toMatchObject([lost]));

    await first.start();
    expect(first.output()).toContain('a node that follows');
    await loggedIn(first);
    await eventually(async () => expect(await open()).toEqual([]));
    expect(await second.end()).toBe(0);
    await eventually(() => expect(first.output()).toContain('this node leads from now on'));
    await serves(first);
    expect(await runs(database)).toBe(1);
  },
  LIMIT,
);

test.skipIf(missing !== null)(
  `a leader that was frozen while its schedule fell due sends nothing when it goes on, and follows${missing ?? ''}`,
  async () => {
    const { database, first, second } = await startNodes();
    const { found, secret } = await beforeBell(first, second);
    await hasFiles(second);
    const { pid } = first;
    process.kill(pid, 'SIGSTOP');
    // A stopped process does not end by SIGTERM.
    onTestFinished(() => void process.kill(pid, 'SIGCONT'));
    await eventually(() => expect(second.output()).toContain('this node leads from now on'));
    await serves(second);
    const again = await TerminalClient.hello(wire(second), { code: 'HALL', secret });
    await again.until(() => again.frames.length > 0, 'the run of the schedule');

    process.kill(pid, 'SIGCONT');
    await eventually(() => expect(first.output()).toContain('a node that follows'));
    await found.closed();
    expect(found.frames).toHaveLength(0);
    expect(await runs(database)).toBe(1);
    const sounding = again.frames.length;
    await again.until(() => again.frames.length > sounding, 'the sound of the leader');
    await serves(first);
    await loggedIn(first);
  },
  LIMIT,
);

test.skipIf(missing !== null)(
  `a node with an empty folder does not lead before it has the files, the key of the secrets included${missing ?? ''}`,
  async () => {
    const { first, second } = await startNodes(async (one) => void (await one.end()));
    expect(second.output()).toContain('a node that follows');
    expect((await fetch(`${second.url}/readyz`)).status).toBe(503);
    await eventually(() => expect(second.output()).toContain('this one may not lead'));
    await first.start();
    expect(first.output()).not.toContain('a node that follows');
    await serves(second);
    await hasFiles(second);
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
