import type { FastifyReply, FastifyRequest } from 'fastify';

/** Of one browser, and so of one person or of all who work at one desk. */
const MAX_PROOFS = 8;
const TOKEN = /^[\w-]{43}$/;

/** How long a proof counts after the login that gave it, seconds. */
export const PROOF_SECONDS = 90 * 86_400;

/**
 * Names the cookie of the proofs. Over HTTPS it has a name of its own: browsers let no page that came by HTTP write it, and
 * one that was given by HTTP would stand in its way.
 */
const cookieName = (request: FastifyRequest) =>
  request.protocol === 'https' ? '__Secure-tocsin_login' : 'tocsin_login';

/** Reads the proofs of earlier logins that a browser shows; they are not judged yet. */
export function readProofs(request: FastifyRequest): string[] {
  const name = cookieName(request);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([key]) => key === name)?.[1] ?? '';
  return value
    .split('.')
    .filter((token) => TOKEN.test(token))
    .slice(0, MAX_PROOFS);
}

/** Gives a browser its proofs to keep, the newest first. Scripts cannot read them, and only the login is told them. */
export function writeProofs(request: FastifyRequest, reply: FastifyReply, tokens: readonly string[]): void {
  const value = tokens.slice(0, MAX_PROOFS).join('.');
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const kept = `Path=/v1/login; Max-Age=${PROOF_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
  reply.header('set-cookie', `${cookieName(request)}=${value}; ${kept}`);
}
