import { readdirSync } from 'node:fs';
import type { Logger } from 'pino';
import { handOverDataDir, prepareDataDir } from '../platform/dataFolder/dataDir.ts';
import { lockDataDir } from '../platform/dataFolder/dataLock.ts';
import { makeFilesPrivate, repairModes } from '../platform/dataFolder/privateFiles.ts';
import { type EngineOptions, openEngine, openSnapshot } from '../platform/db/engine.ts';
import { isDamage, isOutage, reasonOf } from '../platform/db/queryErrors.ts';
import { type Env, readEnv } from '../platform/process/env.ts';
import { createLog } from '../platform/process/log.ts';
import { workerSandbox } from '../platform/workers/sandbox.ts';
import { handOver } from './handOver.ts';
import { checkListening } from './listen/checkListening.ts';
import type { Opened } from './opened.ts';
import { isInPair } from './pair/isInPair.ts';
import { connectServiceManager } from './service/notify.ts';
import { onStopSignal } from './stop.ts';

/**
 * Starts the server: environment, database, modules, listening; stops in reverse order on a stop signal.
 *
 * @param rootFor reason why it still runs as root; null: it does not, or is meant to
 * @param args arguments of the process
 */
export async function serve(rootFor: string | null, args: readonly string[] = []): Promise<void> {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const print = (text: string) => process.stdout.write(`${text}\n`);
  makeFilesPrivate();
  if (rootFor !== null) log.warn({ reason: rootFor }, 'the server runs as root');
  const manager = connectServiceManager(process.env, (err) =>
    log.warn({ err }, 'systemd cannot be notified'),
  );
  prepareDataDir(env.DATA_DIR);
  await checkListening(env, readdirSync(env.DATA_DIR).length === 0);
  const note = (err: Error) => log.warn({ err }, 'the data folder cannot be locked against a second server');
  const lock = await lockDataDir(env.DATA_DIR, { note });

  repairFileModes(env, log);
  const opened: Opened = { lock };
  /** Starts what the data folder is: a server, or a standby server that becomes one when it takes over. */
  const run = async () => {
    if (isInPair(env.DATA_DIR, args)) {
      const { untilLeading } = await import('./pair/untilLeading.ts');
      await untilLeading({ env, log, print, opened, args, ready: manager.ready });
    }
    if (env.NATS_URL !== undefined) {
      const { untilElected } = await import('./nodes/untilElected.ts');
      await untilElected({ env, log, print, opened, ready: manager.ready }, deposed);
    }
    await start(env, log, print, opened);
    if (opened.node !== undefined) await (await import('./nodes/leading.ts')).lead(opened.node, env, opened);
  };
  /** Ends the engine at once, because another node leads, and follows that one. */
  function deposed(): void {
    log.error('another node leads: this server ends its broadcasts, and follows');
    cut(opened);
    const limit = setTimeout(() => process.exit(1), DEPOSED_MS);
    started = started
      .then(() => closeSite(opened))
      .then(() => clearTimeout(limit))
      .then(run)
      .catch((err) => {
        log.fatal({ err }, 'the server cannot follow');
        process.exit(1);
      });
  }
  let started = run();
  opened.superseded = () => {
    log.warn('the partner leads: this server stops, and stands by');
    started = started
      .then(() => handOver(opened))
      .catch((err) => log.error({ err }, notHandedOver))
      .then(() => closeSite(opened))
      .then(run)
      .catch((err) => {
        log.fatal({ err }, 'the server cannot stand by');
        process.exit(1);
      });
  };
  onStopSignal(log, async () => {
    manager.stopping();
    // The role is stored when the partner takes over; this process ends then.
    opened.superseded = () => {};
    if (opened.standby !== undefined) await opened.standby.close();
    else
      await started.then(
        () => leaveLead(opened, log),
        () => {},
      );
    await close(env, opened);
    manager.end();
  });
  try {
    await started;
    const notes = rootFor === null ? '' : '; runs as root';
    let unconfined = '';
    manager.ready(() => stateOf(opened) + notes + unconfined);
    void workerSandbox().then((sandbox) => {
      if (sandbox === 'files') return;
      log.warn(
        { sandbox },
        'media workers are not isolated on this system: see docs/operations.md#media-workers',
      );
      unconfined = '; media workers are not confined';
    });
  } catch (error) {
    await close(env, opened);
    throw error;
  }
}

const notHandedOver = 'the standby server may lack what was stored last';

/** Lets a standby server that has everything take over, before this server stops. */
async function leaveLead(opened: Opened, log: Logger): Promise<void> {
  if ((await opened.deps?.pairing.offerLead()) !== true) return;
  log.warn('the standby server takes over, because this server stops');
  await handOver(opened).catch((err) => log.error({ err }, notHandedOver));
}

/** Corrects permissions of files during the start: an older folder may hold a hundred thousand files. */
function repairFileModes(env: Env, log: Logger): void {
  repairModes(env.DATA_DIR).then(
    (paths) => {
      if (paths.length === 0) return;
      const some = { count: paths.length, first: paths[0] };
      log.warn(some, 'other accounts of this machine can read files of the data folder');
    },
    (err) => log.warn({ err }, 'the permissions of the data folder could not be checked'),
  );
}

/** Status text for `systemctl status`. */
function stateOf({ deps }: Opened): string {
  const terminals = [...(deps?.terminals.devices.all() ?? [])];
  const online = terminals.filter((one) => one.online).length;
  const alarms = [...(deps?.emergency.alarms.all() ?? [])].length;
  return `${online} of ${terminals.length} terminals online, ${alarms} alarms, ${deps?.live.state('task').rows.size ?? 0} broadcasts on the air`;
}

async function start(env: Env, log: Logger, print: (text: string) => void, opened: Opened): Promise<void> {
  // The database starts and recovers while the other modules are imported.
  const parts = import('./site.ts');
  parts.catch(() => {});
  const options: EngineOptions = {
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    print,
    hasFolder: opened.lock.isHeld,
    // Nodes that start from snapshots of their own would all lead.
    maySubstitute: opened.node === undefined,
    ...(opened.node === undefined ? {} : { lease: opened.node.lease }),
    onIdleError: (err) => log.warn({ err }, 'a database connection was lost'),
    onRestart: (err) => {
      if (err === null) log.warn('the database had stopped unexpectedly and was restarted');
      else log.error({ err }, 'the database has stopped and cannot be restarted yet');
    },
    onLost: () => {
      log.fatal('another server has taken over the database while it was away');
      process.exit(1);
    },
  };
  opened.engine = await openEngine(options);
  const { runSite } = await parts;
  try {
    await runSite(opened.engine, { env, log, print, opened });
  } catch (error) {
    // Damage of a database is found when its rows are read, after it was opened.
    const isBroken = isDamage(error) || isOutage(error);
    if (opened.engine.standIn !== null || opened.deps !== undefined || !isBroken) throw error;
    log.error({ err: error }, 'the database cannot be read');
    await opened.engine.close();
    opened.engine = await openSnapshot(options, `The database cannot be read: ${reasonOf(error)}`);
    await runSite(opened.engine, { env, log, print, opened });
  }
}

/** Time after which requests and sockets that are still open are cut, ms. */
const closeGrace = 3_000;

/** Time limit for a server to end its engine because another node leads, ms. */
const DEPOSED_MS = 10_000;

/** Cuts all connections, running requests and terminals included. */
function cut({ app, secure }: Opened): void {
  app?.server.closeAllConnections();
  secure?.cut();
  for (const socket of app?.websocketServer.clients ?? []) socket.terminate();
}

/** Closes what was opened over the database, and the database; the lock of the data folder stays. */
async function closeSite(opened: Opened): Promise<void> {
  const { engine, deps, app, plain, secure, withdraw, node } = opened;
  plain?.stop();
  const timer = setTimeout(() => cut(opened), closeGrace);
  node?.leaves();
  await Promise.all([withdraw?.(), secure?.close(), app?.close()]);
  clearTimeout(timer);
  await deps?.close();
  await engine?.close();
  // After the last write: another node leads then.
  await node?.close();
  for (const name of ['engine', 'deps', 'app', 'plain', 'secure', 'withdraw', 'node'] as const)
    delete opened[name];
}

async function close(env: Env, opened: Opened): Promise<void> {
  await closeSite(opened);
  opened.lock.release();
  handOverDataDir(env.DATA_DIR);
}
