import type { EventEmitter } from 'node:events';
import { Bonjour, type Service } from 'bonjour-service';
import { SERVICE_TYPE } from '../../contract/protocol/frames.ts';

/** The first server that answers on the local network, as http(s)://address:port; rejects after `timeoutMs`. */
export function findServer(timeoutMs: number): Promise<string> {
  const bonjour = new Bonjour();
  return new Promise<string>((resolve, reject) => {
    // The library does not handle errors of its socket (for example port 5353 in use).
    (bonjour as unknown as { server: { mdns: EventEmitter } }).server.mdns.on('error', reject);
    const timer = setTimeout(
      () =>
        reject(new Error('No server was found on the local network; name it with --server http://HOST:PORT')),
      timeoutMs,
    );
    bonjour.find({ type: SERVICE_TYPE }, (service) => {
      clearTimeout(timer);
      resolve(addressOf(service));
    });
  }).finally(() => bonjour.destroy());
}

function addressOf(service: Service): string {
  const address = service.addresses?.find((a) => a.includes('.')) ?? service.referer?.address ?? service.host;
  const scheme = service.txt?.tls === '1' ? 'https' : 'http';
  return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${service.port}`;
}
