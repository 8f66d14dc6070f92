import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { storeLines } from '../air/journal/recoverJournal.ts';
import { createAudit } from '../platform/audit/audit.ts';
import { handOverDataDir } from '../platform/dataFolder/dataDir.ts';
import type { Engine } from '../platform/db/engine.ts';
import type { Env } from '../platform/process/env.ts';
import { firstRun } from '../site/accounts/firstRun.ts';
import { addNewKeys } from '../site/accounts/newKeys.ts';
import { buildApp } from './app.ts';
import { banner, box } from './banner.ts';
import { createDeps } from './deps.ts';
import { announcedPort, isOpenToNetwork, keepAnnounced } from './listen/announce.ts';
import { bind } from './listen/bind.ts';
import { keepListening } from './listen/keepListening.ts';
import { listenSecure } from './listen/secure.ts';
import type { Opened } from './opened.ts';

/**
 * Maximum number of connections waiting to be accepted: after a power cut a whole site connects at once. The
 * system may allow fewer.
 */
const BACKLOG = 4_096;

/** Name of the top zone that the first start creates; it can be changed. */
const siteName = 'Tocsin';

const unreachable =
  '  The site allows HTTPS only, but HTTPS is off and there is no trusted proxy: no client can connect.\n' +
  '  Set HTTPS_PORT, or allow plain HTTP: npm run settings -- --allow-http\n';

interface SiteStart {
  env: Env;
  log: Logger;
  print(text: string): void;
  opened: Opened;
}

/**
 * Creates the modules over the open database, and listens. In a file of its own, so that it is imported while
 * the database starts.
 */
export async function runSite(
  { db, holdsLock, identity, standIn }: Engine,
  { env, log, print, opened }: SiteStart,
): Promise<void> {
  if (standIn === null) {
    const password = await firstRun(db, siteName, env.ADMIN_PASSWORD);
    if (password !== null) print(firstLogin(env, password));
    await addNewKeys(db);
  } else {
    const [audit, dataDir] = [createAudit(), env.DATA_DIR];
    await standIn.seal((rows) => storeLines({ db: rows, audit, dataDir, log }));
  }
  const { node } = opened;
  const superseded = () => opened.superseded?.();
  opened.deps = await createDeps({
    ...{ env, log, db, holdsLock, identity, standIn, superseded },
    ...(node === undefined ? {} : { leadsAlone: () => node.lease.leadsAlone(), nodeSource: node.source }),
    aheadOfSpeech: true,
  });
  const app = await buildApp(opened.deps);
  opened.app = app;
  const { config, faults, httpsOnly, metrics } = opened.deps;
  const plain = await keepListening({ setting: 'PORT', port: env.PORT }, () => listenPlain(app, env), {
    faults,
    log,
  });
  opened.plain = plain;
  const secure = await listenSecure(app, env, { metrics, faults });
  opened.secure = secure;
  // Without any port no terminal could be reached: whoever started the server has to know.
  if (plain.port === null && (secure?.port ?? null) === null) throw plain.failure;
  handOverDataDir(env.DATA_DIR);
  const ports = () => ({ http: plain.port, https: secure?.port ?? null });
  opened.deps.ports.setSource(() => ({
    ...ports(),
    ownCertificate: secure?.isOwnCertificate === true,
    keySha256: secure?.keySha256 ?? null,
  }));
  if (isOpenToNetwork(env.HOST)) {
    opened.withdraw = keepAnnounced(
      () => announcedPort(ports(), httpsOnly.isOn()),
      (listener) => {
        config.onChange(listener);
        plain.onOpen(listener);
        secure?.onOpen(listener);
      },
      log,
    );
  }
  const { http, https } = ports();
  log.info({ http, https }, 'listening');
  if (secure?.note) print(`\n  ${secure.note}`);
  for (const kept of [plain, secure]) if (kept?.failure) print(`\n  ${(kept.failure as Error).message}\n`);
  print(banner(env, http, https, secure?.isOwnCertificate === true));
  if (httpsOnly.isOn() && secure === null && env.TRUSTED_PROXIES.length === 0) print(unreachable);
  standIn?.join(opened.deps.joining);
}

/** Listens over HTTP; without HOST on all addresses, IPv6 included where available. */
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
    ...(env.ADMIN_PASSWORD ? [] : ['', 'It is shown only this once.', 'A lost one: npm run admin:reset']),
  ]);
}
