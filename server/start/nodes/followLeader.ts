import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { createMirror } from '../../edge/pair/files/mirrorFiles.ts';
import { createJournalFollower } from '../../edge/pair/journal/followJournal.ts';
import type { EstimatedClock } from '../../platform/clock/clockEstimate.ts';
import type { LeaderEntry } from '../../platform/nodes/presence.ts';
import { dialLeader, type Passed } from './entry.ts';

/** Interval at which the files are compared, and after which a lost connection is opened again, ms. */
const FILES_MS = 2_000;
const AGAIN_MS = 500;

export interface LeaderFollower {
  /** Media clock of the leader, as it is estimated now; null: nothing is known. */
  clock(): EstimatedClock | null;
  /** Files of the site that are missing here; null: not compared yet. */
  missing(): number | null;
  /** Time since the files were compared, ms; null: never. */
  filesAgeMs(): number | null;
  close(): Promise<void>;
}

export interface LeaderFollowerDeps {
  dataDir: string;
  secret: string;
  leader(): LeaderEntry | null;
  /** Number up to which the database has the lines of the journal. */
  stored(): Promise<number | null>;
  log: { warn(details: object, message: string): void };
}

const own: Passed = { use: 'node', address: '', port: 0, is_secure: true, bindings: {} };

/** Keeps what this node needs to lead next, beside the database: files, journal and media clock of the leader. */
export function followLeader({ dataDir, secret, leader, stored, log }: LeaderFollowerDeps): LeaderFollower {
  const mirror = createMirror(dataDir);
  const journal = createJournalFollower({ dataDir, log, stored });
  let comparedMs: number | null = null;
  const ending = new AbortController();
  const pause = (ms: number) => delay(ms, undefined, { signal: ending.signal }).catch(() => {});

  async function keep(use: 'files' | 'journal', work: (socket: WebSocket) => Promise<void>): Promise<void> {
    while (!ending.signal.aborted) {
      const entry = leader();
      if (entry !== null)
        try {
          const socket = await openSocket(use, entry, secret);
          const end = () => socket.terminate();
          ending.signal.addEventListener('abort', end);
          try {
            await work(socket);
          } finally {
            ending.signal.removeEventListener('abort', end);
            socket.terminate();
          }
        } catch (err) {
          if (!ending.signal.aborted)
            log.warn({ err, use }, 'the leader cannot be followed; it is tried again');
        }
      await pause(AGAIN_MS);
    }
  }
  const working = Promise.all([
    keep('files', async (socket) => {
      for (; socket.readyState === socket.OPEN; await pause(FILES_MS)) {
        await mirror.run(socket);
        comparedMs = performance.now();
      }
    }),
    keep('journal', journal.follow),
  ]);
  return {
    clock: journal.clock,
    missing: mirror.missing,
    filesAgeMs: () => (comparedMs === null ? null : Math.round(performance.now() - comparedMs)),
    async close() {
      ending.abort();
      await working;
      await journal.close();
    },
  };
}

async function openSocket(use: string, entry: LeaderEntry, secret: string): Promise<WebSocket> {
  const wire = await dialLeader(entry, secret, own);
  const socket = new WebSocket(`ws://leader/${use}`, {
    createConnection: () => wire,
    perMessageDeflate: false,
    handshakeTimeout: 5_000,
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => {});
  return socket;
}
