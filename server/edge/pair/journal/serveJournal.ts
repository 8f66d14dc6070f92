import type { WebSocket } from 'ws';
import type { JournalReplica, ReplicaLink } from '../../../air/journal/journalReplica.ts';
import type { MediaClock } from '../../../platform/clock/mediaClock.ts';
import { textOf } from '../link/dial.ts';
import { type FromLeader, fromCopy } from './journalMessages.ts';

/** Time without a message of the standby after which the connection counts as broken, ms. */
const SILENT_MS = 3_000;

export interface ServeJournalDeps {
  replica: Pick<JournalReplica, 'connect'>;
  clock: Pick<MediaClock, 'epoch' | 'term' | 'now'>;
  /** Called when the standby sends what cannot be true, before its connection is ended. */
  refused(): void;
}

/** Sends the lines of the journal to a proved standby, and tells it the media time. */
export function serveJournal(socket: WebSocket, { replica, clock, refused }: ServeJournalDeps): void {
  const send = (message: FromLeader) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  let link: ReplicaLink | null = null;
  const refuse = () => {
    refused();
    socket.terminate();
  };
  const silent = setTimeout(() => socket.terminate(), SILENT_MS);
  socket.on('message', (data) => {
    // First of all, so that the time of reading is not part of the estimate.
    const t1 = clock.now();
    silent.refresh();
    const message = fromCopy.safeParse(textOf(data)).data;
    if (message?.type === 'have' && link === null)
      link = replica.connect(message, (lines) => send({ type: 'lines', ...lines }));
    else if (message?.type === 'time') {
      const { epoch, term } = clock;
      send({ type: 'times', t0: message.t0, t1, t2: clock.now(), epoch, term });
    } else if (message?.type === 'stored') link?.stored(message.seq);
    else if (message?.type !== 'got' || link?.confirmed(message.seq) !== true) refuse();
  });
  socket.once('close', () => {
    clearTimeout(silent);
    link?.end();
  });
}
