import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import { type Language, languageHeader, toLanguage } from '../../../contract/language.ts';
import type { Caller, Callers } from '../auth/callers.ts';

/**
 * Access of a route, declared once on the route: `public` is open, `session` needs any login, `first_login`
 * also accepts a login that must choose another password first, `ticket` checks its own one-time ticket,
 * `terminal` is authenticated by the terminal protocol, `partner` by the handshake of two servers; else one of the permission keys is needed. A
 * site-wide key (contract/api/siteWide.ts) also requires zones that cover the whole site.
 */
export type Access =
  | 'public'
  | 'session'
  | 'first_login'
  | 'ticket'
  | 'terminal'
  | 'partner'
  | PermissionKey
  | readonly [PermissionKey, ...PermissionKey[]];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyInstance {
    /** All routes with their declaration, in the order of registration. */
    declared: { method: string; url: string; access: Access; body: unknown; config: FastifyContextConfig }[];
  }
  interface FastifyRequest {
    /** Set on every route that needs a login; read it by `callerOf`. */
    caller: Caller | null;
    lang: Language;
  }
}

/** Maximum body of public routes, bytes; a route may set its own limit. */
const PUBLIC_BODY_LIMIT = 16_384;

/** The caller of a route that needs a login. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new AppError(errorCode.unauthorized, 'auth.loginFailed');
  return request.caller;
}

/** Tells if a caller holds a key, or one of several. */
export function may(caller: Caller, needed: PermissionKey | readonly PermissionKey[]): boolean {
  return typeof needed === 'string'
    ? caller.permissions.has(needed)
    : needed.some((key) => caller.permissions.has(key));
}

/**
 * Error for a caller without any of the keys: the permission is missing, or its zones do not cover the whole
 * site.
 */
export function notAllowed(caller: Caller, needed: PermissionKey | readonly PermissionKey[]): AppError {
  const isHeld = [needed].flat().some((key) => caller.granted.has(key));
  return new AppError(errorCode.forbidden, isHeld ? 'auth.wholeSiteOnly' : 'auth.noPermission');
}

/**
 * Refuses to start with an undeclared route, and checks the declaration at every request. Must be called
 * after the rate limit is set up: the check is the last of a route's own hooks, so that guessing tokens is
 * limited too.
 */
export function guardRoutes(app: FastifyInstance, callers: Callers): void {
  app.decorate('declared', []);
  app.decorateRequest('caller', null);
  app.decorateRequest('lang', 'cn');
  app.addHook('onRequest', async (request) => {
    request.lang = toLanguage(request.headers[languageHeader]);
  });
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/v1') && route.config?.access === undefined)
      throw new Error(`route ${String(route.method)} ${route.url} does not declare its access`);
    const access = route.config?.access ?? 'public';
    // The body of a stranger is read completely before any login is checked.
    if (access === 'public') route.bodyLimit ??= PUBLIC_BODY_LIMIT;
    for (const method of [route.method].flat())
      app.declared.push({
        ...{ method, url: route.url, access, body: route.schema?.body },
        config: { ...route.config },
      });
    if (!needsLogin(access)) return;
    const check = async (request: FastifyRequest) => {
      const token = tokenOf(request);
      request.caller = await (access === 'first_login'
        ? callers.fromFirstLogin(token)
        : callers.fromToken(token));
      if (isKeyed(access) && !may(request.caller, access)) throw notAllowed(request.caller, access);
    };
    route.onRequest = [...[route.onRequest ?? []].flat(), check];
  });
}

/** Tells if a route is called with the `access_token` of a login. */
export function needsLogin(
  access: Access,
): access is Exclude<Access, 'public' | 'ticket' | 'terminal' | 'partner'> {
  return !(['public', 'ticket', 'terminal', 'partner'] as readonly unknown[]).includes(access);
}

/** Tells if a route needs a permission key besides a login. */
export function isKeyed(
  access: Access,
): access is PermissionKey | readonly [PermissionKey, ...PermissionKey[]] {
  return needsLogin(access) && access !== 'session' && access !== 'first_login';
}

/** Hook for routes that are open unless the site has closed them: then they need a login. */
export function closedWhen(isClosed: () => boolean, callers: Callers) {
  return async (request: FastifyRequest): Promise<void> => {
    if (isClosed()) request.caller = await callers.fromToken(tokenOf(request));
  };
}

/** Reads the `access_token` header; the texts "null" and "undefined" count as no token. */
function tokenOf(request: FastifyRequest): string {
  const token = request.headers.access_token;
  if (typeof token !== 'string' || token === '' || token === 'null' || token === 'undefined')
    throw new AppError(errorCode.unauthorized, 'auth.loginFailed');
  return token;
}
