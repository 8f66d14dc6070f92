import type { EventEmitter } from 'node:events';
import { hostname } from 'node:os';
import { Bonjour } from 'bonjour-service';
import { SERVICE_TYPE } from '../../contract/frames.ts';

/** Whether the server can be reached from the network at all, so that announcing it means something. */
export function isOpenToNetwork(host: string | undefined): boolean {
  return host !== 'localhost' && host !== '::1' && !host?.startsWith('127.');
}

/**
 * Announces the server on the local network by DNS-SD (design 6: headless terminals find it there). A network
 * without multicast is no reason to fail: terminals are then told the address.
 *
 * @returns the function that takes the announcement back
 */
export function announce(
  port: number,
  log: { warn(details: object, message: string): void },
): () => Promise<void> {
  const warn = (err: Error) => log.warn({ err }, 'the server cannot be announced on the local network');
  const bonjour = new Bonjour({}, warn);
  // The library leaves its socket's errors (port 5353 is held by somebody) to nobody, which would end the process.
  (bonjour as unknown as { server: { mdns: EventEmitter } }).server.mdns.on('error', warn);
  const service = bonjour.publish({
    // The port tells several servers of one machine apart.
    name: `Tocsin ${hostname()} ${port}`,
    type: SERVICE_TYPE,
    port,
    txt: { tls: '0' },
  });
  service.on('error', warn);
  return () =>
    new Promise((resolve) => {
      bonjour.unpublishAll(() => bonjour.destroy(resolve));
      // Without a network nothing answers.
      setTimeout(resolve, 500).unref();
    });
}
