import { isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';

/** The caller's address; IPv4 as people write it, though a socket for both families says it as IPv6. */
export function addressOf(request: FastifyRequest): string {
  return request.ip.replace(/^::ffff:(?=\d+\.)/i, '');
}

/**
 * Whoever an address belongs to, as limits count them: an IPv4 address is one, of IPv6 a /64 is, since a single machine
 * has all addresses of it. An IPv4 address written as IPv6 is the IPv4 one. What is no address stays as it is.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  return isIP(plain) === 0 ? address : normalizeIP(plain);
}
