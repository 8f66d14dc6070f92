import { relayProgram } from '../tests/support/relayProgram.ts';
import { startServer, type TestServer } from '../tests/support/server.ts';
import { type CountingProxy, countingProxy } from './parts/countingProxy.ts';
import { finish, type Part, print, rounded, startPart } from './parts/harness.ts';
import { Api, noiseWav, pause, until } from './support/api.ts';
import { measure } from './support/cpu.ts';
import { note } from './support/notes.ts';
import { proportionalMb } from './support/processFigures.ts';
import { startProduct } from './support/productServer.ts';

/**
 * Benchmark of relays: bytes at the server for 500 terminals that are connected directly, against 500 at each of some
 * relays, with one 64 kbit/s programme and a report a second from each terminal. All bytes are counted on their way, with
 * TLS and WebSocket frames, in both directions.
 *
 * `BENCH_RELAYS`: number of relays; every relay with 500 terminals needs half a core. The bytes of one do not depend on it.
 * `BENCH_TERMINALS`: terminals of each; with fewer than 500 the ratio of bytes is smaller and has no goal.
 */
const TERMINALS = Number(process.env.BENCH_TERMINALS ?? 500);
const RELAYS = Number(process.env.BENCH_RELAYS ?? 2);
const SETTLE_MS = 8_000;
const MEASURE_MS = 15_000;

interface Taken {
  messages: number;
  missing: number;
  reports: number;
  closed: number;
}

interface Measured {
  bytesPerS: number;
  messagesPerS: number;
  /** Processor time of the server, cores. */
  cpu: number;
  missing: number;
  closed: number;
}

let file = 0;

/** Plays the programme in a zone, and counts the bytes of its terminals. */
async function measured(
  api: Api,
  org: number,
  fleets: readonly Part[],
  proxy: CountingProxy,
): Promise<Measured> {
  const body = { name: 'Relays', audio_source: 0, files: [file], orgs: [org], loop: 1 };
  const { id } = await api.call<{ id: number }>('POST', '/v1/task', body);
  await pause(SETTLE_MS);
  const take = async () => {
    const all = await Promise.all(fleets.map((fleet) => fleet.call<Taken>('take')));
    const sum = (field: keyof Taken) => all.reduce((total, one) => total + one[field], 0);
    return { messages: sum('messages'), missing: sum('missing'), closed: sum('closed') };
  };
  await take();
  proxy.take();
  const end = measure(server.pid, []);
  const began = performance.now();
  await pause(MEASURE_MS);
  const bytes = proxy.take();
  const seconds = (performance.now() - began) / 1000;
  const { main: cpu } = end();
  const { messages, missing, closed } = await take();
  await api.call('POST', `/v1/task/${id}/stop`);
  await pause(1_000);
  return { bytesPerS: bytes / seconds, messagesPerS: messages / seconds, cpu, missing, closed };
}

/** Connects terminals and adopts them into a zone. */
async function connected(api: Api, url: string, prefix: string, org: number): Promise<Part> {
  const fleet = startPart('fleet.ts', null, [url, String(TERMINALS), prefix]);
  await fleet.call('connect');
  const found = async () => {
    const path = '/v1/terminal_found?limit=1000';
    const { rows } = await api.call<{ rows: { id: number; code: string }[] }>('GET', path);
    return rows.filter(({ code }) => code.startsWith(`${prefix}-`));
  };
  await until('all terminals are found', async () => (await found()).length === TERMINALS);
  const ids = (await found()).map(({ id }) => id);
  await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org });
  await until('all terminals are welcomed', async () => {
    const { welcomed } = await fleet.call<{ welcomed: number }>('state');
    return welcomed === TERMINALS;
  });
  return fleet;
}

const server = await startProduct();
const ends: (() => Promise<unknown>)[] = [() => server.stop()];
const invalid: string[] = [];
try {
  const api = await Api.login(server.url, server.adminPassword);
  file = await api.upload('relay.wav', noiseWav(60));
  const top = (await api.call<{ rows: { id: number }[] }>('GET', '/v1/partition?limit=1')).rows[0]?.id;
  const zone = async (name: string) => {
    const body = { name, code: name, parent_id: top };
    return (await api.call<{ id: number }>('POST', '/v1/partition', body)).id;
  };

  const plain = await countingProxy(server.port);
  ends.push(() => plain.close());
  const near = await zone('Direct');
  print(`${TERMINALS} terminals are connected directly`);
  const fleet = await connected(api, `ws://127.0.0.1:${plain.port}/v1/terminal`, 'DIRECT', near);
  const direct = await measured(api, near, [fleet], plain);
  await fleet.end();
  print(`direct: ${rounded(direct.bytesPerS / 1000)} kB/s`);

  const line = await countingProxy(server.httpsPort);
  ends.push(() => line.close());
  const far = await zone('Remote');
  const relays: TestServer[] = [];
  const fleets: Part[] = [];
  for (let n = 0; n < RELAYS; n++) {
    const body = { name: `Relay ${n}`, org: far };
    const { token } = await api.call<{ token: string }>('POST', '/v1/relay/token', body);
    const relay = await startServer({
      ...{ ...relayProgram, fresh: true, input: `${token}\n` },
      args: ['--server', `https://127.0.0.1:${line.port}`],
    });
    ends.push(() => relay.stop());
    relays.push(relay);
    print(`${TERMINALS} terminals are connected through relay ${n + 1} of ${RELAYS}`);
    const url = `${relay.url.replace('http', 'ws')}/v1/terminal`;
    const one = await connected(api, url, `FAR${n}`, far);
    ends.push(() => one.end());
    fleets.push(one);
  }
  const relayed = await measured(api, far, fleets, line);
  const memory = relays.map(({ pid }) => proportionalMb(pid));
  for (const [name, { missing, closed }] of Object.entries({ direct, relayed })) {
    if (missing > 0) invalid.push(`${name}: ${missing} gaps in the sound`);
    if (closed > 0) invalid.push(`${name}: ${closed} connections were lost`);
  }
  const share = relayed.messagesPerS / RELAYS / direct.messagesPerS;
  if (Math.abs(share - 1) > 0.05)
    invalid.push(`${rounded(share * 100)} % of the sound arrived through the relays`);
  note(`${RELAYS} relays with ${TERMINALS} terminals each`);
  const perRelay = relayed.bytesPerS / RELAYS;
  const isSmall = TERMINALS < 500;
  if (isSmall) invalid.push('fewer terminals (BENCH_TERMINALS)');
  finish({
    name: 'relay',
    baseline: { kb_per_s: rounded(direct.bytesPerS / 1000), cpu: rounded(direct.cpu) },
    measured: {
      kb_per_s: rounded(perRelay / 1000),
      cpu: rounded(relayed.cpu / RELAYS),
      memory_mb: rounded(Math.max(...memory)),
      ...{ relays: RELAYS, terminals: TERMINALS },
    },
    ratio: { times_less: rounded(direct.bytesPerS / perRelay) },
    goal: { ...(isSmall ? {} : { times_less: { min: 200 } }), memory_mb: { max: 200 } },
    invalid,
  });
} finally {
  for (const end of ends.toReversed()) await end().catch(() => {});
}
