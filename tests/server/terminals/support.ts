import websocket from '@fastify/websocket';
import Fastify from 'fastify';
import type { FoundTerminal } from '../../../contract/entities/terminals/device.ts';
import { createMediaClock } from '../../../server/platform/clock/mediaClock.ts';
import { createGateway } from '../../../server/site/terminals/gateway/gateway.ts';
import type { GatewayLimits } from '../../../server/site/terminals/gateway/gatewayLimits.ts';
import { hashSecret } from '../../../server/site/terminals/gateway/greeting.ts';
import type {
  KnownTerminal,
  TerminalDirectory,
} from '../../../server/site/terminals/gateway/terminals.types.ts';
import { TerminalClient } from '../../support/terminalClient.ts';

export interface Duplicate {
  code: string;
  holder: string;
  refused: string;
  terminalId: number | null;
}

const isLike = (one: string, other: string) => one !== other && one.toLowerCase() === other.toLowerCase();

/** Gateway alone behind a listening server, with a directory of terminals in memory. */
export async function startGateway(limits: Partial<GatewayLimits> = {}) {
  const known = new Map<string, KnownTerminal>();
  const found = new Map<number, FoundTerminal>();
  const events: string[] = [];
  const duplicates: Duplicate[] = [];
  const directory: TerminalDirectory = {
    byCode: (code) => known.get(code),
    byCodeIgnoringCase: (code) => [...known.values()].find((one) => isLike(one.code, code)),
    byId: (id) => [...known.values()].find((one) => one.id === id),
    recordConnection: () => {},
    recordReached: () => {},
    secretSent: () => {},
    enrol: async () => null,
    disabled: () => false,
    hasPassword: () => false,
    logOut: async () => {},
    logIn: async () => null,
  };
  const clock = createMediaClock();
  const errors: string[] = [];
  const unknown: string[] = [];
  const warnings: object[] = [];
  const gateway = createGateway({
    clock,
    directory,
    found: { upsert: (row) => found.set(row.id, row), remove: (id) => found.delete(id) },
    site: () => 'Test site',
    partnerAddresses: () => ['http://partner:8080'],
    version: '1.2.3',
    log: { error: (_details, message) => errors.push(message), warn: (details) => warnings.push(details) },
    limits,
  });
  gateway.subscribe({
    online: (link) => events.push(`online ${link.terminalId}`),
    offline: (id) => events.push(`offline ${id}`),
    unknown: (id, type) => unknown.push(`${id} ${type}`),
    removed: (id) => events.push(`removed ${id}`),
    report: (id, report) => events.push(`report ${id} ${report.state}`),
    duplicate: (code, holder, refused, terminalId) => duplicates.push({ code, holder, refused, terminalId }),
  });

  const app = Fastify();
  await app.register(websocket, { options: { maxPayload: 1_048_576, perMessageDeflate: false } });
  app.get('/v1/terminal', { websocket: true }, (socket, request) => {
    gateway.accept(socket, request.raw.socket, {
      address: request.ip,
      language: 'en',
      secure: false,
      server: 'http://here:8080',
      relay: null,
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const url = `ws://127.0.0.1:${address.port}/v1/terminal`;

  return {
    app,
    clock,
    duplicates,
    errors,
    events,
    found,
    gateway,
    known,
    unknown,
    warnings,
    url,
    /** Adds a terminal to the directory; its secret is `secret-` and its code. */
    know(id: number, code: string, org: number | null = null): KnownTerminal {
      const settings = { name: code, ao_volume: 80, ai_volume: 70 };
      const kind = 'device' as const;
      const hashes = { secret_hash: hashSecret(`secret-${code}`), next_secret_hash: null };
      const terminal = { id, code, kind, org, ...hashes, settings };
      known.set(code, terminal);
      return terminal;
    },
    async close() {
      gateway.close();
      await app.close();
    },
  };
}
export type TestGateway = Awaited<ReturnType<typeof startGateway>>;

/** Connects as an adopted terminal and waits for its welcome. */
export async function welcomed(at: TestGateway, code: string, boot = `boot-${code}`) {
  const client = await TerminalClient.hello(at.url, { code, boot, secret: `secret-${code}` });
  await client.next('welcome');
  return client;
}
