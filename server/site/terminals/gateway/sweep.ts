import type { Connection } from './connection.ts';
import type { GatewayLimits } from './gatewayLimits.ts';

/** Time since the last message within which a terminal counts as heard, ms: it reports every second. */
const HEARD_MS = 2_000;

/**
 * Creates the periodic check of all connections: silent ones, missing hellos, slow readers, and too much data
 * before the welcome. Time during which the server itself was blocked (a suspended machine) does not count.
 */
export function sweep(connections: Iterable<Connection>, limits: GatewayLimits): () => void {
  let last = performance.now();
  return () => {
    const now = performance.now();
    const held = now - last - limits.sweepMs;
    last = now;
    for (const connection of connections) {
      if (held > limits.sweepMs) {
        connection.seenAt += held;
        connection.flowedAt += held;
      }
      const { phase } = connection;
      if (connection.wire.isSupervised) continue;
      const waits = phase !== 'online';
      if (phase === 'new' && now - connection.openedAt > limits.helloMs + Math.max(held, 0)) {
        connection.refuseGarbage('no hello in time');
      } else if (now - connection.seenAt > limits.presenceMs) connection.cut();
      else if (waits && tooMuch(connection, limits)) connection.refuse('rate', 'common.tooFast', 10);
      else if (stalled(connection, now, limits)) connection.cut();
    }
  };
}

function tooMuch(connection: Connection, limits: GatewayLimits): boolean {
  const bytes = connection.wire.receivedBytes - connection.bytesSeen;
  connection.bytesSeen += bytes;
  return bytes > (limits.waitingBytesPerS * limits.sweepMs) / 1000;
}

/**
 * Tells if a terminal does not read: buffered bytes make no progress for too long, or sent bytes are not
 * confirmed.
 */
function stalled(connection: Connection, now: number, limits: GatewayLimits): boolean {
  const flushed = connection.wire.flushedBytes;
  if (connection.bufferedBytes === 0 || flushed !== connection.flushedSeen) connection.flowedAt = now;
  connection.flushedSeen = flushed;
  if (now - connection.flowedAt > limits.stalledMs) return true;
  const isReceiving = now - connection.seenAt < HEARD_MS;
  return connection.wire.isStuck(limits.sweepMs, isReceiving, limits.stalledMs);
}
