import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, errorCode } from '../../contract/errors.ts';
import type { PermissionKey } from '../../contract/permissions.ts';
import type { Caller, Callers } from '../auth/callers.ts';
import { may } from './access.ts';
import type { PathTickets } from './pathTickets.ts';

export interface TicketDeps {
  tickets: PathTickets;
  callers: Callers;
}

export const ticketQuery = z.object({ ticket: z.string().max(100) });

/** The address of a path with a ticket for it, for whoever makes this request. */
export function ticketUrl(request: FastifyRequest, deps: TicketDeps, caller: Caller, path: string): string {
  const ticket = deps.tickets.issue(path, { sessionId: caller.sessionId, lang: request.lang });
  return `${path}?ticket=${ticket}`;
}

/**
 * Who asks by a ticket, on a route with `access: 'ticket'`: the login must still be there and hold the right.
 * @throws AppError 401 for a ticket that is unknown, too old or for another path, 403 without the right
 */
export async function ticketCaller(
  request: FastifyRequest,
  deps: TicketDeps,
  ticket: string,
  needed: PermissionKey | readonly PermissionKey[],
): Promise<Caller> {
  const holder = deps.tickets.holder(request.url.split('?')[0] ?? '', ticket);
  if (holder === null) throw new AppError(errorCode.unauthorized, 'auth.ticketInvalid');
  request.lang = holder.lang;
  const caller = await deps.callers.fromSession(holder.sessionId);
  if (caller === null) throw new AppError(errorCode.unauthorized, 'auth.ticketInvalid');
  if (!may(caller, needed)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
  return caller;
}
