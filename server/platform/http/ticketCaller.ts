import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { Caller, Callers } from '../auth/callers.ts';
import { scopeKey } from '../live/scope.ts';
import { may } from './access.ts';
import type { PathTickets } from './pathTickets.ts';

export interface TicketDeps {
  tickets: PathTickets;
  callers: Callers;
}

export const ticketQuery = z.object({ ticket: z.string().max(100).describe('Ticket in place of a token.') });

/**
 * Interval of checks while a response is being sent, ms: a session may expire, or be ended by another
 * process.
 */
const LOOK_MS = 500;

/** URL of a path with a ticket for the caller of this request. */
export function ticketUrl(request: FastifyRequest, deps: TicketDeps, caller: Caller, path: string): string {
  const { sessionId, accountId } = caller;
  const ticket = deps.tickets.issue(path, { sessionId, accountId, lang: request.lang });
  return `${path}?ticket=${ticket}`;
}

/**
 * Identifies the caller of a route with `access: 'ticket'`: the session must be valid and have the
 * permission, now and as long as the response runs. When permission, zones or session are lost, the
 * connection is cut.
 * @throws AppError 401 for a ticket that is unknown, expired or for another path, 403 without the permission
 */
export async function ticketCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: TicketDeps,
  ticket: string,
  needed: PermissionKey | readonly PermissionKey[],
): Promise<Caller> {
  const holder = deps.tickets.holder(request.url.split('?')[0] ?? '', ticket);
  if (holder === null) throw new AppError(errorCode.unauthorized, 'auth.ticketInvalid');
  request.lang = holder.lang;
  let scope: string | undefined;
  const look = async (): Promise<Caller> => {
    const caller = await deps.callers.fromSession(holder.sessionId);
    if (caller === null) throw new AppError(errorCode.unauthorized, 'auth.ticketInvalid');
    scope ??= scopeKey(caller.scope);
    if (!may(caller, needed) || scopeKey(caller.scope) !== scope)
      throw new AppError(errorCode.forbidden, 'auth.noPermission');
    return caller;
  };
  // Subscribed before the check, so that no change in between is missed. Until the response begins it is
  // refused, not cut.
  let [begins, hasChanged] = [false, false];
  const end = whileRunning(reply, deps.callers, async () => {
    if (begins) await look();
    else hasChanged = true;
  });
  try {
    for (;;) {
      hasChanged = false;
      const caller = await look();
      if (hasChanged) continue;
      begins = true;
      return caller;
    }
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * Cuts a long request, such as an upload, when permission, zones or session are lost meanwhile, also by
 * another process.
 */
export function cutWhenLost(
  reply: FastifyReply,
  callers: Callers,
  caller: Caller,
  needed: PermissionKey | readonly PermissionKey[],
): void {
  whileRunning(reply, callers, () => checkStill(callers, caller, needed));
}

/**
 * Checks before the result of a long request is applied that the caller still has the permission, the zones
 * and the session.
 * @throws AppError 403
 */
export async function checkStill(
  callers: Callers,
  caller: Caller,
  needed: PermissionKey | readonly PermissionKey[],
): Promise<void> {
  const now = await callers.fromSession(caller.sessionId);
  if (now === null || !may(now, needed) || scopeKey(now.scope) !== scopeKey(caller.scope))
    throw new AppError(errorCode.forbidden, 'auth.noPermission');
}

/**
 * Ends a connection so that data in the buffers of the machine is not delivered either: megabytes, and on a
 * slow link many seconds. Node cannot do that with TLS.
 */
function cut({ raw }: FastifyReply): void {
  if (raw.socket instanceof Socket && !(raw.socket instanceof TLSSocket)) raw.socket.resetAndDestroy();
  else raw.destroy();
}

/**
 * Checks the permission after every change and periodically until the response ends; cuts it if `look`
 * refuses. Returns the function that ends the checks.
 */
function whileRunning(reply: FastifyReply, callers: Callers, look: () => Promise<unknown>): () => void {
  const again = () => {
    look().catch((error: unknown) => {
      // Only a refusal cuts the connection; an unavailable database does not.
      if (error instanceof AppError) cut(reply);
    });
  };
  const stopListening = callers.onChange(again);
  const timer = setInterval(again, LOOK_MS).unref();
  const end = () => {
    stopListening();
    clearInterval(timer);
  };
  reply.raw.once('close', end).once('finish', end);
  return end;
}
