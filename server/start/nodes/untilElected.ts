import { setTimeout as delay } from 'node:timers/promises';
import { storedLines } from '../../air/journal/stored.ts';
import { dropClock } from '../../platform/clock/clockFile.ts';
import { handOverDataDir } from '../../platform/dataFolder/dataDir.ts';
import { reach } from '../../platform/db/claim.ts';
import {
  checkIdentity,
  databaseIdentity,
  folderIdentity,
  writeIdentity,
} from '../../platform/db/identity.ts';
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
/** Attempts without a leader after which a node that may not lead says so. */
const WITHOUT_LEADER = 12;

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
  const database = openDb(DATABASE_URL, { max: 1 });
  const stopping = new AbortController();
  let identity: string;
  try {
    // Without a leader this node starts at once, as a server without other nodes does.
    if ((await mayLead(database, dataDir)) && (await node.lease.take()) !== null) {
      await database.close();
      return node;
    }
    identity = await belongTogether(database, dataDir, stopping.signal);
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
  let hasFiles = (await folderIdentity(dataDir)) !== null;
  node.follows(listener, () => ({
    passed: listener.connections(),
    ...{ files_missing: follower.missing(), files_age_ms: follower.filesAgeMs() },
  }));
  handOverDataDir(dataDir);
  log.info({ http: listener.http, https: listener.https }, 'listening');
  print(`\n  Tocsin is running as a node that follows: it passes consoles and terminals on to the leader.\n`);
  // Loaded already when it leads.
  import('../site.ts').catch(() => {});
  ready(() => `node that follows; ${follower.missing() ?? 'not all'} files missing`);
  let withoutLeader = 0;
  for (;;) {
    await delay(TAKE_MS, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return new Promise(() => {});
    if (!hasFiles) {
      withoutLeader = leader() === null ? withoutLeader + 1 : 0;
      if (withoutLeader === WITHOUT_LEADER)
        log.warn('no node leads, and this one may not lead: it has never had all files of the site');
      if (follower.missing() !== 0) continue;
      writeIdentity(dataDir, identity);
      hasFiles = true;
    }
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
 * Tells if a data folder has the files of the database, or neither exists yet. A node that leads with an empty folder
 * would make a new key of the secrets, which the others would copy over the one that they have.
 */
async function mayLead({ db }: OpenDb, dataDir: string): Promise<boolean> {
  return (await folderIdentity(dataDir)) !== null || (await databaseIdentity(db)) === null;
}

/**
 * Waits until the leader has made the database.
 * @returns identity that the data folder gets when it has the files of the leader
 * @throws StartError when folder and database do not belong together, or the database is that of a newer program
 */
async function belongTogether({ db }: OpenDb, dataDir: string, signal: AbortSignal): Promise<string> {
  while ((await databaseIdentity(db)) === null) await delay(TAKE_MS, undefined, { signal });
  await refuseNewer(db);
  return checkIdentity(db, dataDir, 'the database of DATABASE_URL');
}
