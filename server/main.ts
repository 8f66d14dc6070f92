import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { growRoles } from './accounts/newKeys.ts';
import { buildApp } from './app.ts';
import { firstRun } from './auth/firstRun.ts';
import { banner, box } from './banner.ts';
import { handOverDataDir, prepareDataDir } from './dataDir.ts';
import { type Engine, openEngine } from './db/engine.ts';
import { createDeps, type Deps } from './deps.ts';
import { type Env, readEnv } from './env.ts';
import { announce, isOpenToNetwork } from './listen/announce.ts';
import { bind, checkPort } from './listen/bind.ts';
import { listenSecure, type Secure } from './listen/secure.ts';
import { createLog } from './log.ts';
import { runMain } from './startError.ts';
import { onStopSignal } from './stop.ts';

/** Connections that may wait to be taken: after a power cut a whole site comes at once. The system may allow fewer. */
const BACKLOG = 4_096;

/** Name of the top zone that the first start makes; anybody may rename it. */
const siteName = 'Tocsin';

/** Environment → database → modules → listen; and back in the opposite order on a stop signal. */
async function main(): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const say = (text: string) => process.stdout.write(`${text}\n`);
  prepareDataDir(env.DATA_DIR);
  await checkPort({ setting: 'PORT', port: env.PORT, host: env.HOST });
  if (typeof env.HTTPS_PORT === 'number') {
    await checkPort({ setting: 'HTTPS_PORT', port: env.HTTPS_PORT, host: env.HOST });
  }

  const opened: Opened = {};
  const started = start(env, log, say, opened);
  onStopSignal(log, async () => {
    await started.catch(() => {});
    await close(env, opened);
  });
  try {
    await started;
  } catch (error) {
    await close(env, opened);
    throw error;
  }
}

/** What is open so far, so that a start that fails half-way closes exactly that. */
interface Opened {
  engine?: Engine;
  deps?: Deps;
  app?: FastifyInstance;
  secure?: Secure | null;
  /** Takes the announcement on the local network back. */
  hush?: () => Promise<void>;
}

async function start(env: Env, log: Logger, say: (text: string) => void, opened: Opened): Promise<void> {
  const engine = await openEngine({
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    say,
    onIdleError: (err) => log.warn({ err }, 'a database connection was lost'),
    onRestart: (err) => {
      if (err === null) log.warn('the database had ended by itself and was started again');
      else log.error({ err }, 'the database has ended and cannot be started again yet');
    },
    onLost: () => {
      log.fatal('another server has taken over the database while it was away');
      process.exit(1);
    },
  });
  opened.engine = engine;
  const password = await firstRun(engine.db, siteName, env.ADMIN_PASSWORD);
  if (password !== null) say(firstLogin(env, password));
  await growRoles(engine.db);
  opened.deps = await createDeps({ env, log, db: engine.db });
  const app = await buildApp(opened.deps);
  opened.app = app;
  const http = await listenPlain(app, env);
  const secure = await listenSecure(app, env);
  opened.secure = secure;
  handOverDataDir(env.DATA_DIR);
  const https = secure?.port ?? null;
  Object.assign(opened.deps.ports, { http, https });
  if (isOpenToNetwork(env.HOST)) opened.hush = announce(http, log);
  log.info({ http, https }, 'listening');
  if (secure?.note) say(`\n  ${secure.note}`);
  say(banner(env, http, https));
}

/** Requests and sockets that have not ended by themselves by then are cut, in milliseconds. */
const closeGrace = 3_000;

async function close(env: Env, { engine, deps, app, secure, hush }: Opened): Promise<void> {
  const cut = setTimeout(() => {
    app?.server.closeAllConnections();
    secure?.cut();
    for (const socket of app?.websocketServer.clients ?? []) socket.terminate();
  }, closeGrace);
  await Promise.all([hush?.(), secure?.close(), app?.close()]);
  clearTimeout(cut);
  await deps?.close();
  await engine?.close();
  handOverDataDir(env.DATA_DIR);
}

/** Without HOST: all addresses, IPv6 included where the machine has it. */
async function listenPlain(app: FastifyInstance, env: Env): Promise<number> {
  const { HOST: host, PORT: port } = env;
  await bind({ setting: 'PORT', port, host }, async () => {
    try {
      await app.listen({ port, host: host ?? '::', backlog: BACKLOG });
    } catch (error) {
      const noIpv6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (host !== undefined || !noIpv6) throw error;
      await app.listen({ port, host: '0.0.0.0', backlog: BACKLOG });
    }
  });
  return (app.server.address() as AddressInfo).port;
}

function firstLogin(env: Env, password: string): string {
  return box([
    'First start. Log in to the console with',
    '',
    'account   admin',
    env.ADMIN_PASSWORD ? 'password  the one of ADMIN_PASSWORD' : `password  ${password}`,
    ...(env.ADMIN_PASSWORD ? [] : ['', 'It is shown only this once. A lost one: npm run admin:reset']),
  ]);
}

await runMain(main);
