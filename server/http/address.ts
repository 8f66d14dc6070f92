import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from './addressRange.ts';

/**
 * The caller's address, for limits, logs and rights alike: behind a trusted proxy the one that the proxy names. IPv4 as people
 * write it, though a socket for both families says it as IPv6. A proxy that names no address stands for itself.
 */
export function addressOf(request: FastifyRequest): string {
  const said = plainAddress(request.ip);
  return isIP(said) === 0 ? plainAddress(request.raw.socket.remoteAddress ?? '') : said;
}

/**
 * Network of an address, as limits count it: an IPv4 address is one, of IPv6 a /64 is, since a single machine
 * has all addresses of it. An IPv4 address written as IPv6 is the IPv4 one. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  return isIP(plain) === 6 ? normalizeIP(plain) : plain;
}
