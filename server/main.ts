import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { firstRun } from './auth/firstRun.ts';
import { banner, box } from './banner.ts';
import { handOverDataDir, prepareDataDir } from './dataDir.ts';
import { type Engine, openEngine } from './db/engine.ts';
import { createDeps, type Deps } from './deps.ts';
import { type Env, readEnv } from './env.ts';
import { bind, checkPort } from './listen/bind.ts';
import { listenSecure, type Secure } from './listen/secure.ts';
import { createLog } from './log.ts';
import { runMain } from './startError.ts';
import { onStopSignal } from './stop.ts';

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

  let engine: Engine | undefined;
  let deps: Deps | undefined;
  let app: FastifyInstance | undefined;
  let secure: Secure | null = null;
  const close = async () => {
    await Promise.all([secure?.close(), app?.close()]);
    await deps?.close();
    await engine?.close();
    handOverDataDir(env.DATA_DIR);
  };
  const stopping = onStopSignal(log, close);

  try {
    engine = await openEngine({
      dataDir: env.DATA_DIR,
      databaseUrl: env.DATABASE_URL,
      say,
      onIdleError: (err) => log.warn({ err }, 'a database connection was lost'),
      onLost: () => {
        log.fatal('another server has taken over the database while it was away');
        process.exit(1);
      },
    });
    const password = await firstRun(engine.db, env.SITE_NAME, env.ADMIN_PASSWORD);
    if (password !== null) say(firstLogin(env, password));
    deps = await createDeps({ env, log, db: engine.db });
    app = await buildApp(deps);
    await listenPlain(app, env);
    secure = await listenSecure(app, env);
  } catch (error) {
    if (!stopping()) await close();
    throw error;
  }
  handOverDataDir(env.DATA_DIR);
  const http = app.addresses()[0]?.port ?? env.PORT;
  log.info({ http, https: secure?.port ?? null }, 'listening');
  if (secure?.note) say(`\n  ${secure.note}`);
  say(banner(env, http, secure?.port ?? null));
}

/** Without HOST: all addresses, IPv6 included where the machine has it. */
async function listenPlain(app: FastifyInstance, env: Env): Promise<void> {
  const { HOST: host, PORT: port } = env;
  await bind({ setting: 'PORT', port, host }, async () => {
    try {
      await app.listen({ port, host: host ?? '::' });
    } catch (error) {
      const noIpv6 = ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes((error as NodeJS.ErrnoException).code ?? '');
      if (host !== undefined || !noIpv6) throw error;
      await app.listen({ port, host: '0.0.0.0' });
    }
  });
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
