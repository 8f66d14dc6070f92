import type { TestServer } from '../../../tests/support/server.ts';
import { LOAD_CORE, type Part, print, SERVER_CORE, startPart } from '../../parts/harness.ts';
import { Api, noiseWav, until } from '../api.ts';

/** Server with its terminals, and functions to start and stop its programme. */
export interface FanoutSide {
  name: string;
  pid: number;
  fleet: Part;
  terminals: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

async function startFleet(url: string, prefix: string, terminals: number, parts: Part[]): Promise<Part> {
  const fleet = startPart('fleet.ts', LOAD_CORE, [url, String(terminals), prefix]);
  parts.push(fleet);
  await fleet.call('connect');
  return fleet;
}

async function welcomed(fleet: Part, terminals: number): Promise<void> {
  await until('all terminals are welcomed', async () => {
    const state = await fleet.call<{ welcomed: number }>('state');
    return state.welcomed === terminals;
  });
}

/** The product with a programme of a minute for all its terminals, without end. */
export async function productSide(server: TestServer, terminals: number, parts: Part[]): Promise<FanoutSide> {
  const api = await Api.login(server.url, server.adminPassword);
  print('a programme of 60 s is uploaded and built');
  const file = await api.upload('fanout.wav', noiseWav(60));

  print(`${terminals} terminals are adopted`);
  const url = `${server.url.replace('http', 'ws')}/v1/terminal`;
  const fleet = await startFleet(url, 'FAN', terminals, parts);
  const found = async () =>
    (await api.call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?limit=1000')).rows;
  await until('all terminals are found', async () => (await found()).length === terminals);
  const ids = (await found()).map((row) => row.id);
  await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
  await welcomed(fleet, terminals);
  const zones = await api.call<{ rows: { id: number; parent_id: number | null }[] }>('GET', '/v1/partition');
  const orgs = zones.rows.filter((zone) => zone.parent_id === null).map((zone) => zone.id);

  let task = 0;
  return {
    name: 'measured',
    pid: server.pid,
    fleet,
    terminals,
    async start() {
      const body = { name: 'Fan-out', audio_source: 0, files: [file], orgs, loop: 1 };
      task = (await api.call<{ id: number }>('POST', '/v1/task', body)).id;
    },
    stop: () => api.call('POST', `/v1/task/${task}/stop`),
  };
}

/** A bare `ws` loop with as many terminals. */
export async function bareSide(terminals: number, parts: Part[]): Promise<FanoutSide> {
  const bare = startPart('bareServer.ts', SERVER_CORE);
  parts.push(bare);
  const fleet = await startFleet(await bare.call<string>('address'), 'BARE', terminals, parts);
  await welcomed(fleet, terminals);
  return {
    name: 'baseline',
    pid: bare.pid,
    fleet,
    terminals,
    start: () => bare.call('start'),
    stop: () => bare.call('stop'),
  };
}
