import type { FastifyRequest } from 'fastify';
import { inRanges } from '../http/addressRange.ts';

/** Tells if a request came by HTTPS: on this server's own connection, or as a trusted proxy says. */
export function isSecure(request: Pick<FastifyRequest, 'protocol'>): boolean {
  return request.protocol === 'https';
}

export interface PublicHttpsDeps {
  env: { TRUSTED_PROXIES: readonly string[]; PUBLIC_HTTPS_PORT?: number | undefined };
  /** Port that the server listens on. */
  ports(): { https: number | null };
}

const HTTPS_PORT = 443;

/**
 * Creates a function that finds the port at which the client of a request reaches HTTPS; null: none is known.
 * Behind a trusted proxy it is that of the proxy, whose own port the server cannot know.
 */
export function publicHttpsPort({ env, ports }: PublicHttpsDeps): (request: FastifyRequest) => number | null {
  const isProxy = inRanges(env.TRUSTED_PROXIES);
  return ({ raw, headers }) => {
    if (env.PUBLIC_HTTPS_PORT !== undefined) return env.PUBLIC_HTTPS_PORT;
    const isForwarded = headers['x-forwarded-proto'] !== undefined && isProxy(raw.socket.remoteAddress ?? '');
    return isForwarded ? HTTPS_PORT : ports().https;
  };
}

/** The same address over HTTPS; null when the request does not name its host, or no plain path. */
export function secureAddress(
  { host, url }: Pick<FastifyRequest, 'host' | 'url'>,
  port: number,
): string | null {
  if (host === '' || !url.startsWith('/') || !URL.canParse(`http://${host}`)) return null;
  const { hostname } = new URL(`http://${host}`);
  return `https://${hostname}${port === HTTPS_PORT ? '' : `:${port}`}${url}`;
}
