import { hostname, networkInterfaces } from 'node:os';

export interface Names {
  dns: string[];
  ip: string[];
}

/** IPv4 addresses of this machine by which others in its networks reach it. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

/**
 * Names and addresses of this machine. Global IPv6 addresses are left out: most machines change theirs every
 * day, and each new certificate must be accepted again in every browser.
 */
export function machineNames(): Names {
  const host = hostname();
  const dns = ['localhost', host, host.includes('.') ? host : `${host}.local`].filter(isDnsName);
  return { dns: [...new Set(dns)], ip: ['127.0.0.1', '::1', ...networkAddresses()] };
}

function isDnsName(name: string): boolean {
  return /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i.test(name);
}
