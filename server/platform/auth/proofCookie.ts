import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSecure } from '../httpsOnly/transport.ts';

/** Maximum number of proofs of one browser, which several people may share at a desk. */
const MAX_PROOFS = 8;
const TOKEN = /^[\w-]{43}$/;

/** Lifetime of a proof from its login on, s. */
export const PROOF_SECONDS = 90 * 86_400;

/**
 * Name of the cookie of proofs. HTTPS uses its own name, which browsers do not let pages loaded by HTTP
 * write, and which a cookie set over HTTP cannot shadow.
 */
const cookieName = (request: FastifyRequest) =>
  isSecure(request) ? '__Secure-tocsin_login' : 'tocsin_login';

/** Reads the proofs of earlier logins from the cookie; not yet verified. */
export function readProofs(request: FastifyRequest): string[] {
  const name = cookieName(request);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([key]) => key === name)?.[1] ?? '';
  return value
    .split('.')
    .filter((token) => TOKEN.test(token))
    .slice(0, MAX_PROOFS);
}

/** Sets the cookie of proofs, the newest first. Scripts cannot read it, and only the login route gets it. */
export function writeProofs(request: FastifyRequest, reply: FastifyReply, tokens: readonly string[]): void {
  const value = tokens.slice(0, MAX_PROOFS).join('.');
  const secure = isSecure(request) ? '; Secure' : '';
  const kept = `Path=/v1/login; Max-Age=${PROOF_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', `${cookieName(request)}=${value}; ${kept}`);
}
