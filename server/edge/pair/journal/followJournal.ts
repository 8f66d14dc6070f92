import type { WebSocket } from 'ws';
import { ClockEstimate, type EstimatedClock } from '../../../platform/clock/clockEstimate.ts';
import { monotonicUs } from '../../../platform/clock/mediaClock.ts';
import { textOf } from '../link/dial.ts';
import type { FollowerDeps } from '../standby/follower.types.ts';
import { type JournalCopy, LinesRefused, openJournalCopy } from './journalCopy.ts';
import { type FromCopy, fromLeader } from './journalMessages.ts';

/** Interval at which the media time is asked for, ms. */
const TIME_MS = 500;
/** Time without an answer of the leader after which the connection counts as broken, ms. */
const SILENT_MS = 3_000;

export interface JournalFollowerDeps {
  dataDir: string;
  log: Pick<FollowerDeps['log'], 'warn'>;
  /** Number up to which the database of this machine has the lines; null: there is no database yet. */
  stored(): Promise<number | null>;
}

/** Standby's copy of the leader's journal, and its estimate of the media clock. */
export interface JournalFollower {
  /** Follows on a connection; resolves when that has ended. */
  follow(socket: WebSocket): Promise<void>;
  /** Media clock of the leader, as it is estimated now; null: nothing is known. */
  clock(): EstimatedClock | null;
  close(): Promise<void>;
}

export function createJournalFollower({ dataDir, log, stored }: JournalFollowerDeps): JournalFollower {
  const estimate = new ClockEstimate();
  let opening: Promise<JournalCopy> | null = null;

  return {
    async follow(socket) {
      const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      opening ??= openJournalCopy(dataDir);
      const copy = await opening;
      const send = (message: FromCopy) => {
        if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
      };
      const fail = (err: unknown) => {
        const isRefused = err instanceof LinesRefused;
        log.warn({ err }, isRefused ? 'lines of the leader are refused' : 'the journal cannot be copied');
        socket.terminate();
      };
      let heardAt = performance.now();
      socket.on('message', (data) => {
        const t3 = monotonicUs();
        heardAt = performance.now();
        const message = fromLeader.safeParse(textOf(data)).data;
        if (message === undefined) return fail(new LinesRefused('a message of the journal cannot be read'));
        if (message.type === 'times') return estimate.add({ ...message, t3 }, message);
        const seq = message.lines.at(-1)?.seq;
        copy.add(message).then(() => {
          if (seq !== undefined) send({ type: 'got', seq });
        }, fail);
      });
      const drop = async () => {
        const seq = await stored();
        if (seq === null) return;
        await copy.stored(seq);
        send({ type: 'stored', seq });
      };
      const ask = () => {
        if (performance.now() - heardAt > SILENT_MS) return socket.terminate();
        send({ type: 'time', t0: monotonicUs() });
        drop().catch((err) => log.warn({ err }, 'stored lines of the journal stay in the copy'));
      };
      await drop().catch(() => {});
      send({ type: 'have', ...copy.state() });
      ask();
      const timer = setInterval(ask, TIME_MS);
      await over;
      clearInterval(timer);
    },
    clock: () => estimate.at(monotonicUs()),
    async close() {
      await (await opening)?.close();
    },
  };
}
