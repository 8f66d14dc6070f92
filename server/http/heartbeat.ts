import type { WebSocket } from 'ws';

/** A socket that is pinged. Whoever opened it sets `answered` with every pong. */
export interface Pinged {
  readonly socket: WebSocket;
  answered: boolean;
}

/**
 * Pings all members every `everyMs`, and hands over those that have not answered since the last time. A server that
 * was held up itself (a suspended machine, a long turn of the event loop) reads what came meanwhile before it judges.
 *
 * @returns the function that ends it
 */
export function startHeartbeat<T extends Pinged>(
  members: () => Iterable<T>,
  everyMs: number,
  { silent, alive = () => {} }: { silent(member: T): void; alive?(member: T): void },
): () => void {
  const judge = () => {
    for (const member of members()) {
      if (!member.answered) {
        silent(member);
        continue;
      }
      member.answered = false;
      member.socket.ping();
      alive(member);
    }
  };
  // Timers run before sockets are read: a turn later the pongs that waited have been read.
  const timer = setInterval(() => setImmediate(judge), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
