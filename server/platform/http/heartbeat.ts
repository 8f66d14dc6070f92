import type { WebSocket } from 'ws';

/** A socket that is pinged. Its owner sets `answered` at every pong. */
export interface Pinged {
  readonly socket: WebSocket;
  answered: boolean;
}

/**
 * Pings all members every `everyMs`, and reports those that have not answered since the last ping. A server
 * that was held up itself (a suspended machine, a long turn of the event loop) first reads what arrived
 * meanwhile.
 *
 * @returns a function that ends it
 */
export function startHeartbeat<T extends Pinged>(
  members: () => Iterable<T>,
  everyMs: number,
  { silent, alive = () => {} }: { silent(member: T): void; alive?(member: T): void },
): () => void {
  const check = () => {
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
  // Timers run before sockets are read: one turn later the waiting pongs have been read.
  const timer = setInterval(() => setImmediate(check), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
