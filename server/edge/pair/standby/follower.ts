import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';
import type { PairStage } from '../../../../contract/fieldCodes.ts';
import type { EstimatedClock } from '../../../platform/clock/clockEstimate.ts';
import { createMirror } from '../files/mirrorFiles.ts';
import { createJournalFollower } from '../journal/followJournal.ts';
import { type Dialled, dial, PairRefused } from '../link/dial.ts';
import type { Purpose } from '../link/handshake.ts';
import { createClaims } from '../witness/claims.ts';
import type { FollowerDeps } from './follower.types.ts';
import { createReports } from './reports.ts';
import { type Reporting, reportTo } from './reportTo.ts';
import { clearSplit, readSplit } from './split.ts';
import { createStandbyDatabase } from './standbyDatabase.ts';

/** Delay before the leader is tried again, ms. */
const AGAIN_MS = 1_000;
/** Interval at which the files are compared, ms. */
const FILES_MS = 5_000;
/** Time for which lines of the journal are read after the connection to the leader has ended, ms. */
const LAST_LINES_MS = 500;
/** Time limit for a leader to stop at a planned take-over, ms. */
const STOP_MS = 20_000;

export interface FollowerState {
  stage: PairStage;
  /** Address of the leader that answers; null: none does. */
  leader: string | null;
  done_bytes: number;
  total_bytes: number;
  bytes_per_s: number;
  files_missing: number | null;
}

/** A standby's work: follows the database of the leader, and keeps its files. */
export interface Follower {
  state(): FollowerState;
  /** Term with which the witness lets this machine lead; null: it does not. */
  grantedTerm(): number | null;
  /** Tells if the leader, which is still connected, is to stop and lets this machine lead. */
  isOffered(): boolean;
  /** Media clock of the leader, as it is estimated now; null: nothing is known. */
  clock(): EstimatedClock | null;
  /** Asks a connected leader to stop, and waits until it has. */
  stopLeader(): Promise<void>;
  /** Ends following. @param keepsDatabase true: PostgreSQL keeps running, to be promoted */
  close(keepsDatabase: boolean): Promise<void>;
}

export function createFollower(deps: FollowerDeps): Follower {
  const { dataDir, log } = deps;
  const database = createStandbyDatabase(deps);
  const mirror = createMirror(dataDir);
  const journal = createJournalFollower({ dataDir, log, stored: database.storedLines });
  const reports = createReports(database, mirror, journal);
  const ending = new AbortController();
  const pause = (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => {});
  let link: { socket: WebSocket; url: string; reporting: Reporting } | null = null;
  let lastRefusal = '';
  let isOffered = false;

  const dialTo = (url: string, purpose: Purpose): Promise<Dialled> =>
    dial(url, { pair: deps.pair(), presence: deps.presence(), purpose });

  async function dialLeader(): Promise<Dialled & { url: string }> {
    let failure: unknown = new Error('the leader has no address');
    for (const url of deps.pair().partner?.urls ?? []) {
      try {
        return { ...(await dialTo(url, 'control')), url };
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /** @param over resolves when the connection to the leader has ended */
  async function keepFiles(url: string, isOpen: () => boolean, over: Promise<void>): Promise<void> {
    const rest = () => Promise.race([pause(FILES_MS), over]);
    while (isOpen()) {
      try {
        const { socket } = await dialTo(url, 'files');
        void over.then(() => socket.terminate());
        try {
          for (; isOpen(); await rest()) await mirror.run(socket);
        } finally {
          socket.terminate();
        }
      } catch (err) {
        if (isOpen()) log.warn({ err }, 'the files of the site cannot be fetched; it is tried again');
        await rest();
      }
    }
  }

  /** @param over as in `keepFiles` */
  async function keepJournal(url: string, isOpen: () => boolean, over: Promise<void>): Promise<void> {
    while (isOpen()) {
      try {
        const { socket } = await dialTo(url, 'journal');
        // Messages that a leader sent before it died are read first: its connections end at the same time.
        void over.then(() => pause(LAST_LINES_MS)).then(() => socket.terminate());
        await journal.follow(socket);
      } catch (err) {
        if (isOpen()) log.warn({ err }, 'the journal of alarms cannot be copied; it is tried again');
      }
      await Promise.race([pause(AGAIN_MS), over]);
    }
  }

  /** Follows the leader until the connection ends. */
  async function session(): Promise<void> {
    const { socket, welcome, url } = await dialLeader();
    const over = Promise.withResolvers<void>();
    let isOpen = true;
    socket.once('close', () => {
      isOpen = false;
      over.resolve();
    });
    const pair = deps.pair();
    if (welcome.term < pair.term) {
      socket.terminate();
      throw new PairRefused('older_term');
    }
    if (welcome.term !== pair.term) deps.store({ ...pair, term: welcome.term });
    lastRefusal = '';
    log.info({ url }, 'connected to the leader');
    const reporting = reportTo(socket, {
      log,
      make: reports.make,
      isCopying: () => database.stage() === 'copying',
      witness(witness) {
        const known = deps.pair();
        if (JSON.stringify(witness) !== JSON.stringify(known.witness)) deps.store({ ...known, witness });
      },
      splitSeen: () => clearSplit(dataDir),
      leadOffered() {
        isOffered = true;
      },
      copyAgain() {
        log.warn({}, 'the leader no longer has the log that is needed: its database is copied again');
        deps.store({ ...deps.pair(), is_copied: false });
        socket.terminate();
      },
    });
    link = { socket, url, reporting };
    try {
      await database.follow(welcome, async () => (await dialTo(url, 'database')).socket);
      const split = readSplit(dataDir);
      if (split !== null && isOpen) socket.send(JSON.stringify({ type: 'split', split }));
      const isFollowed = () => isOpen && !ending.signal.aborted;
      await Promise.all([
        keepFiles(url, isFollowed, over.promise),
        keepJournal(url, isFollowed, over.promise),
        over.promise,
      ]);
    } finally {
      reporting.end();
      socket.terminate();
      [link, isOffered] = [null, false];
      await database.cut();
    }
    log.warn({ url }, 'the connection to the leader has ended');
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        await session();
      } catch (err) {
        const reason = err instanceof PairRefused ? err.reason : String((err as Error).message);
        if (reason !== lastRefusal && !ending.signal.aborted)
          log.warn({ err, reason }, 'the leader cannot be followed; it is tried again');
        lastRefusal = reason;
      }
      await pause(AGAIN_MS);
    }
  }
  const running = run();
  const claims = createClaims({
    ...{ pair: deps.pair, presence: deps.presence },
    isFollowing: () => link !== null,
    isCopied: () => deps.pair().is_copied && database.stage() !== 'copying',
  });

  return {
    state: () => ({
      stage: link === null ? 'lost' : database.stage(),
      leader: link?.url ?? null,
      ...database.progress(),
      files_missing: mirror.missing(),
    }),
    grantedTerm: claims.grantedTerm,
    isOffered: () => isOffered,
    clock: journal.clock,
    async stopLeader() {
      const now = link;
      if (now === null || now.socket.readyState !== now.socket.OPEN) return;
      const closed = new Promise<void>((resolve) => now.socket.once('close', () => resolve()));
      now.socket.send(JSON.stringify({ type: 'take_over' }));
      now.reporting.hurry();
      await Promise.race([closed, delay(STOP_MS, undefined, { ref: false })]);
    },
    async close(keepsDatabase) {
      ending.abort();
      claims.close();
      link?.socket.terminate();
      // A copy that is being made ends with its connection.
      await database.cut();
      await running;
      await journal.close();
      await database.close(keepsDatabase);
    },
  };
}
