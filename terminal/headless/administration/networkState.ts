import { hostname, networkInterfaces } from 'node:os';
import type { RemoteAnswer } from '../../../contract/api/administration.ts';

/** Most addresses that a terminal tells. */
const MAX_ADDRESSES = 64;

/** Network state of this machine. @param server address of the server that the terminal uses */
export function networkState(server: string): NonNullable<RemoteAnswer['network']> {
  const interfaces = Object.entries(networkInterfaces()).flatMap(([name, addresses = []]) =>
    addresses.map(({ cidr, address, mac }) => ({ name: name.slice(0, 100), address: cidr ?? address, mac })),
  );
  return { host: hostname(), server, interfaces: interfaces.slice(0, MAX_ADDRESSES) };
}
