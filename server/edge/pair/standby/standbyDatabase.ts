import { join } from 'node:path';
import type { WebSocket } from 'ws';
import type { PairStage } from '../../../../contract/fieldCodes.ts';
import { storedLines } from '../../../air/journal/stored.ts';
import { type Embedded, startEmbedded } from '../../../platform/db/embedded/embedded.ts';
import { readPidFile, servesCluster } from '../../../platform/db/embedded/postmaster.ts';
import { writeIdentity } from '../../../platform/db/identity.ts';
import { type OpenDb, openDb } from '../../../platform/db/openDb.ts';
import { REPLICATION_USER } from '../database/baseBackup.repository.ts';
import { type CopyProgress, copyDatabase } from '../database/copyDatabase.ts';
import { setToFollow } from '../database/followSettings.ts';
import { standbyPosition } from '../database/position.repository.ts';
import { listenForDatabase, type Tunnel } from '../database/tunnel.ts';
import { putJournalAside } from '../journal/journalCopy.ts';
import type { Welcome } from '../link/handshake.ts';
import type { FollowerDeps } from './follower.types.ts';
import { noteSplit } from './split.ts';

/** Database of a standby: copied from the leader once, then following it. */
export interface StandbyDatabase {
  /** Copies the database if there is no whole copy yet, and lets it follow through the connections of `open`. */
  follow(welcome: Welcome, open: () => Promise<WebSocket>): Promise<void>;
  /** Ends the connections to the leader; PostgreSQL keeps running. */
  cut(): Promise<void>;
  close(keepsRunning: boolean): Promise<void>;
  stage(): Exclude<PairStage, 'lost'>;
  progress(): { done_bytes: number; total_bytes: number; bytes_per_s: number };
  /** End of the log on the disk, bytes; null: there is no database yet. */
  position(): Promise<number | null>;
  /** Number up to which it has the lines of the leader's journal; null: there is no database yet. */
  storedLines(): Promise<number | null>;
}

export function createStandbyDatabase({
  dataDir,
  pair,
  store,
  log,
  print,
}: Pick<FollowerDeps, 'dataDir' | 'pair' | 'store' | 'log' | 'print'>): StandbyDatabase {
  const cluster = join(dataDir, 'postgres');
  let tunnel: Tunnel | null = null;
  let running: { embedded: Embedded; open: OpenDb } | null = null;
  let copy: CopyProgress | null = null;
  let isReceiving = false;

  async function stop(): Promise<void> {
    const last = running;
    running = null;
    isReceiving = false;
    await last?.open.close();
    await last?.embedded.stop();
    // Left by a server that was killed before.
    const left = readPidFile(cluster);
    if (left && servesCluster(left.pid, cluster))
      await (await startEmbedded({ dataDir, print, hasFolder: true })).stop();
  }

  /** Notes what this machine has stored as a leader and the other one may not have. */
  async function examineFormer(): Promise<void> {
    const { alone_since } = pair();
    if (alone_since === null) return;
    await noteSplit(dataDir, alone_since, print).catch((err) =>
      log.warn({ err }, 'the former database cannot be examined; it is kept'),
    );
    store({ ...pair(), alone_since: null });
  }

  async function start(): Promise<void> {
    if (running !== null && servesCluster(running.embedded.pid, cluster)) return;
    await running?.open.close();
    running = null;
    const embedded = await startEmbedded({ dataDir, print, hasFolder: true });
    running = { embedded, open: openDb(embedded.url, { max: 2 }) };
  }

  return {
    async follow(welcome, open) {
      tunnel = await listenForDatabase(open);
      const source = { port: tunnel.port, user: REPLICATION_USER, password: welcome.password };
      if (pair().is_copied) setToFollow(cluster, source);
      else {
        copy = { done_bytes: 0, total_bytes: 0, tookMs: 0 };
        try {
          await stop();
          await examineFormer();
          await copyDatabase(dataDir, source, {
            onProgress(progress) {
              copy = progress;
            },
          });
          await putJournalAside(dataDir, Date.now());
          log.info({ ...copy, bytesPerS: Math.round(rateOf(copy)) }, 'the database was copied');
        } finally {
          copy = null;
        }
        writeIdentity(dataDir, welcome.identity);
      }
      await start();
      // PostgreSQL has synced the copy to the disk when it accepts connections.
      if (!pair().is_copied) store({ ...pair(), is_copied: true });
    },
    async cut() {
      isReceiving = false;
      await tunnel?.close();
      tunnel = null;
    },
    async close(keepsRunning) {
      if (!keepsRunning) return stop();
      await running?.open.close();
      running = null;
    },
    stage: () => (copy !== null ? 'copying' : isReceiving ? 'following' : 'waiting'),
    progress: () => ({
      done_bytes: copy?.done_bytes ?? 0,
      total_bytes: copy?.total_bytes ?? 0,
      bytes_per_s: copy === null ? 0 : Math.round(rateOf(copy)),
    }),
    async position() {
      if (running === null) return null;
      const position = await standbyPosition(running.open.db);
      isReceiving = position.isReceiving;
      return position.received;
    },
    storedLines: async () => (running === null ? null : (await storedLines(running.open.db)).all),
  };
}

/** Rate of a copy, bytes in a second. */
function rateOf({ done_bytes, tookMs }: CopyProgress): number {
  return tookMs === 0 ? 0 : done_bytes / (tookMs / 1000);
}
