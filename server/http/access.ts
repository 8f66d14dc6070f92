import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, errorCode } from '../../contract/errors.ts';
import { type Language, languageHeader, toLanguage } from '../../contract/language.ts';
import type { PermissionKey } from '../../contract/permissions.ts';
import type { Caller, Callers } from '../auth/callers.ts';

/**
 * Who may call a route, declared once on the route (design 9): `public` anybody, `session` whoever is logged
 * in, `first_login` also whoever has to choose another password first, `ticket` checks its own one-time ticket, `terminal` proves itself in its protocol; else one of the keys. A
 * site-wide key (contract/siteWide.ts) also asks for zones that are the whole site.
 */
export type Access =
  | 'public'
  | 'session'
  | 'first_login'
  | 'ticket'
  | 'terminal'
  | PermissionKey
  | readonly [PermissionKey, ...PermissionKey[]];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyInstance {
    /** Every route with its declaration, in the order of their making. */
    declared: { method: string; url: string; access: Access; body: unknown; config: FastifyContextConfig }[];
  }
  interface FastifyRequest {
    /** Set on every route that needs a login; use `callerOf`. */
    caller: Caller | null;
    lang: Language;
  }
}

/** Bodies that anybody may send, bytes; a route may name a limit of its own. */
const PUBLIC_BODY_LIMIT = 16_384;

/** The logged-in caller of a route that is declared to need one. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new AppError(errorCode.unauthorized, 'auth.loginFailed');
  return request.caller;
}

/** Whether a caller holds a key, or one of several. */
export function may(caller: Caller, needed: PermissionKey | readonly PermissionKey[]): boolean {
  return typeof needed === 'string'
    ? caller.permissions.has(needed)
    : needed.some((key) => caller.permissions.has(key));
}

/** Why a caller without any of the keys is refused: they lack the right, or zones that are the whole site. */
export function notAllowed(caller: Caller, needed: PermissionKey | readonly PermissionKey[]): AppError {
  const isHeld = [needed].flat().some((key) => caller.granted.has(key));
  return new AppError(errorCode.forbidden, isHeld ? 'auth.wholeSiteOnly' : 'auth.noPermission');
}

/**
 * Refuses to start with an undeclared route, and checks the declaration on every request. To be called after the rate
 * limit is in place: the check is the last of a route's own hooks, so that guessing at tokens is limited too.
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
      throw new Error(`route ${String(route.method)} ${route.url} does not say who may call it`);
    const access = route.config?.access ?? 'public';
    // A stranger's body is held whole before anybody is asked who they are.
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

/** Whether a route is called with the `access_token` of a login. */
export function needsLogin(access: Access): access is Exclude<Access, 'public' | 'ticket' | 'terminal'> {
  return access !== 'public' && access !== 'ticket' && access !== 'terminal';
}

/** Whether a route needs more than a login: one of its keys. */
export function isKeyed(
  access: Access,
): access is PermissionKey | readonly [PermissionKey, ...PermissionKey[]] {
  return needsLogin(access) && access !== 'session' && access !== 'first_login';
}

/** A hook for what is open unless the site has closed it: then it needs a login. */
export function closedWhen(isClosed: () => boolean, callers: Callers) {
  return async (request: FastifyRequest): Promise<void> => {
    if (isClosed()) request.caller = await callers.fromToken(tokenOf(request));
  };
}

/** The `access_token` header; the spec's "null" and "undefined" as text count as none (spec 4). */
function tokenOf(request: FastifyRequest): string {
  const token = request.headers.access_token;
  if (typeof token !== 'string' || token === '' || token === 'null' || token === 'undefined')
    throw new AppError(errorCode.unauthorized, 'auth.loginFailed');
  return token;
}
