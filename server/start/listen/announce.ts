import type { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { Bonjour } from 'bonjour-service';
import { SERVICE_TYPE } from '../../../contract/protocol/frames.ts';

/** Tells if the server listens on more than the loopback interface. */
export function isOpenToNetwork(host: string | undefined): boolean {
  return host !== 'localhost' && host !== '::1' && !host?.startsWith('127.');
}

/** Addresses at which terminals reach the server. */
export interface Announced {
  port: number;
  tls: boolean;
}
/** Port at which new terminals should connect; null: none is open. */
export function announcedPort(
  { http, https }: { http: number | null; https: number | null },
  isHttpsOnly: boolean,
): Announced | null {
  const secure = https === null ? null : { port: https, tls: true };
  const plain = http === null ? null : { port: http, tls: false };
  return isHttpsOnly ? (secure ?? plain) : (plain ?? secure);
}
type Log = { warn(details: object, message: string): void };

/**
 * Announces the server at its port for terminals, and again when a setting changes that port.
 * @param onChange calls its listener when the result of `where` may have changed
 * @returns a function that withdraws the announcement
 */
export function keepAnnounced(
  where: () => Announced | null,
  onChange: (listener: () => void) => void,
  log: Log,
): () => Promise<void> {
  let now = where();
  const start = (at: Announced | null) => (at === null ? async () => {} : announce(at, log));
  let withdraw = start(now);
  let isOver = false;
  onChange(() => {
    const next = where();
    if (isOver || (next?.port === now?.port && next?.tls === now?.tls)) return;
    void withdraw();
    now = next;
    withdraw = start(next);
  });
  return () => {
    isOver = true;
    return withdraw();
  };
}

/**
 * Announces the server on the local network by DNS-SD, where headless terminals look for it. A network
 * without multicast is no error: terminals are then given the address by hand.
 * @returns a function that withdraws the announcement
 */
function announce({ port, tls }: Announced, log: Log): () => Promise<void> {
  const warn = (err: Error) => log.warn({ err }, 'the server cannot be announced on the local network');
  const bonjour = new Bonjour({}, warn);
  // The library has no handler for errors of its socket (port 5353 in use); unhandled, they would end the
  // process.
  (bonjour as unknown as { server: { mdns: EventEmitter } }).server.mdns.on('error', warn);
  const service = bonjour.publish({
    // The port distinguishes several servers on one machine.
    name: `Tocsin ${hostname()} ${port}`,
    type: SERVICE_TYPE,
    port,
    txt: { tls: tls ? '1' : '0' },
  });
  service.on('error', warn);
  return () =>
    new Promise((resolve) => {
      bonjour.unpublishAll(() => bonjour.destroy(resolve));
      // Without a network the library never calls back.
      setTimeout(resolve, 500).unref();
    });
}
