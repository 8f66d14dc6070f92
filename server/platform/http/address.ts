import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from './addressRange.ts';

/**
 * Address of the client, for limits, logs and permissions: behind a trusted proxy the one that the proxy
 * names. IPv4 addresses in dotted form, although a dual-stack socket reports them as IPv6. If a proxy names
 * no address, its own one counts.
 */
export function addressOf(request: FastifyRequest): string {
  const client = plainAddress(request.ip);
  return isIP(client) === 0 ? plainAddress(request.raw.socket.remoteAddress ?? '') : client;
}

/**
 * Network of an address as limits count it: the IPv4 address itself, or the /64 of an IPv6 address, since a
 * single machine owns all addresses of it. IPv4-mapped IPv6 counts as IPv4. Anything but an address is
 * returned unchanged.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? normalizeIP(plain) : plain;
}
