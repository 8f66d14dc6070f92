import { networkInterfaces } from 'node:os';
import type { NetworkInterface } from '../../../contract/entities/terminals/foreignForm.ts';

/** Network interfaces of this machine with their IPv4 addresses. */
export function ipv4Interfaces(): NetworkInterface[] {
  return Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? [])
      .filter(({ family }) => family === 'IPv4')
      .map(({ address }) => ({ name, interface: address })),
  );
}
