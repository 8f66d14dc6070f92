import type { AddressInfo } from 'node:net';
import websocket from '@fastify/websocket';
import Fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Caller, Callers } from '../../../server/platform/auth/callers.ts';
import { createEndedLogins } from '../../../server/platform/auth/endedLogins.ts';
import { createIdle } from '../../../server/platform/auth/idle.ts';
import { guardRoutes } from '../../../server/platform/http/access.ts';
import { handleErrors } from '../../../server/platform/http/errors.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import { liveRoutes, MAX_CONSOLES_PER_LOGIN } from '../../../server/platform/live/socket.ts';
import { eventually } from '../../support/eventually.ts';

const stops: Array<() => unknown> = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** Live routes alone, with a short heartbeat and logins controlled by the test. */
async function live(heartbeatMs: number) {
  const login = { ended: false, unreachable: false };
  const caller = { sessionId: 1, permissions: new Set(['list_device']), scope: { all: true } };
  const callers = {
    fromToken: async () => caller as unknown as Caller,
    fromFirstLogin: async () => caller as unknown as Caller,
    fromAccount: async () => null,
    fromSession: async () => {
      if (login.unreachable) throw new Error('no database');
      return login.ended ? null : (caller as unknown as Caller);
    },
    onChange: () => () => {},
    changed: () => {},
    letIn: () => caller as unknown as Caller,
  } satisfies Callers;
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  guardRoutes(app, callers);
  await app.register(websocket);
  const hub = createLiveHub();
  hub.topic('device').upsert({ id: 1, org: null });
  const ended = createEndedLogins();
  const idle = createIdle({
    now: () => performance.now(),
    minutes: () => 0,
    isPaused: () => false,
    logins: async () => [],
    end: async () => {},
    changed() {},
  });
  liveRoutes(app, { live: hub, callers, idle, ended, heartbeatMs });
  await app.listen({ port: 0, host: '127.0.0.1' });
  stops.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;

  const ticket = () =>
    app.inject({ method: 'POST', url: '/v1/socket/ticket', headers: { access_token: 't' } });
  async function connect(autoPong = true) {
    const { value } = (await ticket()).json();
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/socket?ticket=${value.ticket}`, { autoPong });
    stops.push(() => socket.terminate());
    const seen = { pings: 0, frames: 0, closed: null as number | null };
    socket.on('ping', () => {
      seen.pings += 1;
    });
    socket.on('message', (data) => {
      if (String(data).startsWith('{"type":"frame"')) seen.frames += 1;
    });
    socket.on('close', (code) => {
      seen.closed = code;
    });
    await new Promise((resolve) => socket.once('open', resolve));
    return seen;
  }
  return { login, connect, ticket };
}

test('a console that answers no ping is disconnected; one that answers stays', async () => {
  const { connect } = await live(1000);
  const dead = await connect(false);
  const alive = await connect();
  await eventually(() => expect(dead.closed).toBe(1006));
  await eventually(() => expect(alive.pings).toBeGreaterThan(3));
  expect(alive.closed).toBeNull();
});

test('a login that ends without notice (expired, ended by another program) ends its socket', async () => {
  const { connect, login } = await live(100);
  const console = await connect();
  await eventually(() => expect(console.frames).toBeGreaterThan(0));
  login.ended = true;
  await eventually(() => expect(console.closed).toBe(1008));
});

test('a missing database disconnects no console', async () => {
  const { connect, login } = await live(50);
  const console = await connect();
  await eventually(() => expect(console.frames).toBeGreaterThan(0));
  login.unreachable = true;
  const { pings } = console;
  await eventually(() => expect(console.pings).toBeGreaterThan(pings + 3));
  expect(console.closed).toBeNull();
});

test('one login may have 32 consoles, not more', async () => {
  const { connect, ticket } = await live(10_000);
  for (let i = 0; i < MAX_CONSOLES_PER_LOGIN; i++) await connect();
  expect((await ticket()).json()).toMatchObject({ code: 429 });
});
