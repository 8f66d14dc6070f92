import { setTimeout as delay } from 'node:timers/promises';
import { storedLines } from '../../air/journal/stored.ts';
import { dropClock } from '../../platform/clock/clockFile.ts';
import { handOverDataDir } from '../../platform/dataFolder/dataDir.ts';
import { reach } from '../../platform/db/claim.ts';
import { checkIdentity, databaseIdentity, writeIdentity } from '../../platform/db/identity.ts';
import { refuseNewer } from '../../platform/db/migrate.ts';
import { type OpenDb, openDb } from '../../platform/db/openDb.ts';
import type { PairStart } from '../pair/pairStart.types.ts';
import { takeClock } from '../pair/takeClock.ts';
import { followLeader } from './followLeader.ts';
import { type Node, openNode } from './node.ts';
import { answerWithoutLeader } from './noLeader.ts';
import { listenPassing } from './passOn.ts';

/** Interval at which a follower tries to take the lease, ms. */
const TAKE_MS = 250;

/**
 * Joins the nodes of the database, and follows the one that leads: passes consoles and terminals on to it. Resolves when
 * this node is to lead.
 * @param onLost called once when it leads no more
 */
export async function untilElected(
  { env, log, print, opened, ready }: Omit<PairStart, 'args'>,
  onLost: () => void,
): Promise<Node> {
  const { DATABASE_URL = '', NATS_URL = '', DATA_DIR: dataDir } = env;
  await reach(DATABASE_URL, print);
  const node = await openNode({ ...env, DATABASE_URL, NATS_URL }, log, onLost);
  opened.node = node;
  // Without a leader this node starts at once, as a server without other nodes does.
  if ((await node.lease.take()) !== null) return node;

  const database = openDb(DATABASE_URL, { max: 1 });
  const stopping = new AbortController();
  try {
    await belongTogether(database, dataDir, stopping.signal);
  } catch (error) {
    await database.close();
    throw error;
  }
  const { secret, leader } = node;
  const answer = answerWithoutLeader;
  const listener = await listenPassing({ env, secret, leader, answer, log });
  const stored = async () => (await storedLines(database.db)).all;
  const follower = followLeader({ dataDir, secret, leader, stored, log });
  const end = async () => {
    await listener.close();
    await follower.close();
    await database.close();
  };
  opened.standby = {
    async close() {
      stopping.abort();
      await end();
    },
  };
  node.follows(listener);
  handOverDataDir(dataDir);
  log.info({ http: listener.http, https: listener.https }, 'listening');
  print(`\n  Tocsin is running as a node that follows: it passes consoles and terminals on to the leader.\n`);
  // Loaded already when it leads.
  import('../site.ts').catch(() => {});
  ready(() => `node that follows; ${follower.missing() ?? 'not all'} files missing`);
  for (;;) {
    await delay(TAKE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return new Promise(() => {});
    const fence = await node.lease.take().catch((err) => {
      log.debug({ err }, 'the lease cannot be asked for');
      return null;
    });
    if (fence === null) continue;
    log.warn({ fence }, 'this node leads from now on');
    await end();
    delete opened.standby;
    const clock = follower.clock();
    // An older clock of this folder is not that of the system any more.
    if (clock !== null) dropClock(dataDir);
    takeClock(clock, { dataDir, term: fence, log });
    return node;
  }
}

/**
 * Waits until the leader has made the database, and makes an empty data folder part of its installation.
 * @throws StartError when folder and database do not belong together, or the database is that of a newer program
 */
async function belongTogether({ db }: OpenDb, dataDir: string, signal: AbortSignal): Promise<void> {
  while ((await databaseIdentity(db)) === null) await delay(TAKE_MS, undefined, { signal });
  await refuseNewer(db);
  writeIdentity(dataDir, await checkIdentity(db, dataDir, 'the database of DATABASE_URL'));
}
