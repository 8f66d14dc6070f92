import { TLSSocket } from 'node:tls';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { languageHeader, toLanguage } from '../../../contract/language.ts';
import type { HttpsOnly } from './httpsOnly.ts';
import { isSecure, type PublicHttpsDeps, publicHttpsPort, secureAddress } from './transport.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route is answered over plain HTTP, too, while the site is reached by HTTPS only. */
    plainHttp?: boolean;
  }
}

/**
 * Time for which a browser goes by HTTPS alone, s: from one day's work to the next. It is also the time for which
 * nobody gets past an expired certificate, or back to HTTP when the setting is withdrawn.
 */
const HSTS_SECONDS = 86_400;

export interface GuardDeps extends PublicHttpsDeps {
  httpsOnly: Pick<HttpsOnly, 'isOn'>;
  ports(): { https: number | null; ownCertificate: boolean };
}

/**
 * While the site is reached by HTTPS only: leads pages to HTTPS, refuses everything else over plain HTTP (before its
 * token is looked at), and tells browsers to stay with HTTPS.
 */
export function guardTransport(app: FastifyInstance, deps: GuardDeps): void {
  const portOf = publicHttpsPort(deps);
  app.addHook('onRequest', async (request, reply) => {
    if (!deps.httpsOnly.isOn()) return;
    if (isSecure(request)) {
      if (deps.ports().ownCertificate && isUsualPort(request))
        reply.header('strict-transport-security', `max-age=${HSTS_SECONDS}`);
      return;
    }
    if (request.routeOptions.config.plainHttp === true) return;
    const port = isPage(request) ? portOf(request) : null;
    const address = port === null ? null : secureAddress(request, port);
    // Not stored: browsers keep a permanent redirect forever, also when the setting is switched off.
    if (address !== null) return reply.header('cache-control', 'no-store').redirect(address, 308);
    // WebSockets of browsers cannot set the header.
    const { lang } = request.query as { lang?: unknown };
    request.lang = toLanguage(request.headers[languageHeader] ?? lang);
    throw new AppError(errorCode.forbidden, 'common.httpsOnly');
  });
}

/** Tells if a request is one that a browser sends for a page; the API is called by programs, which see an error. */
function isPage({ method, url }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/v1(\/|$)/.test(url);
}

/**
 * Tells if this server itself was reached at the usual port of HTTPS. A browser that knows of HSTS goes to the same
 * port by HTTPS, so at another one an address of the HTTP port would fail instead of leading on.
 */
function isUsualPort({ raw, host }: FastifyRequest): boolean {
  return raw.socket instanceof TLSSocket && !/:\d+$/.test(host.replace(/:443$/, ''));
}
