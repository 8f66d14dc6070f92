import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import type { Language } from '../../../contract/language.ts';
import type { Caller, Callers } from '../auth/callers.ts';
import { createTickets } from '../live/tickets.ts';
import { callerOf, may } from './access.ts';
import { addressOf } from './address.ts';
import { ok } from './envelope.ts';
import { type Pinged, startHeartbeat } from './heartbeat.ts';
import { ticketUpgrade } from './ticketUpgrade.ts';

/** Interval of checks of a socket's session, ms: lost permissions close it within 1 s. */
const CHECK_MS = 900;
const HEARTBEAT_MS = 10_000;
const LINGER_MS = 1_000;
/** Maximum number of sockets of one kind and session. */
const MAX_PER_LOGIN = 8;
/** Close code of RFC 6455: policy violation, or a lost permission. */
export const POLICY = 1008;

export interface Peer {
  readonly socket: WebSocket;
  readonly lang: Language;
  readonly ip: string;
  /** The caller as of now; permissions may shrink while the socket is open. */
  caller: Caller;
  close(code: number, reason: string): void;
}

/** Handlers of an open socket. */
export interface SocketUse {
  message(data: Buffer, isBinary: boolean): void;
  /**
   * Called when permissions or zones have changed (`peer.caller`).
   * @returns false: nothing is allowed any more, the socket is closed
   */
  checked(): boolean;
  closed(): void;
}

/**
 * Routes `POST {path}/ticket` and `GET {path}?ticket=`: a WebSocket for accounts with one of these
 * permissions, opened by a one-time ticket from a page of this server, and closed within a second when
 * session or permission are lost.
 */
export function ticketSocket(
  app: FastifyInstance,
  callers: Callers,
  path: `/v1/${string}`,
  needed: readonly [PermissionKey, ...PermissionKey[]],
  open: (peer: Peer) => SocketUse,
): void {
  const tickets = createTickets();
  const members = new Map<Peer, Pinged & { use: SocketUse }>();

  async function check(peer: Peer): Promise<void> {
    let caller: Caller | null;
    try {
      caller = await callers.fromSession(peer.caller.sessionId);
    } catch (err) {
      app.log.warn({ err }, 'the login of a socket could not be checked');
      return;
    }
    const member = members.get(peer);
    if (member === undefined) return;
    if (caller === null || !may(caller, needed)) return peer.close(POLICY, 'no permission');
    peer.caller = caller;
    if (!member.use.checked()) peer.close(POLICY, 'no permission');
  }
  const checkAll = () => {
    for (const peer of members.keys()) void check(peer);
  };
  const stopListening = callers.onChange(checkAll);
  const checks = setInterval(checkAll, CHECK_MS);
  checks.unref();
  const stopHeartbeat = startHeartbeat(() => members.values(), HEARTBEAT_MS, {
    silent: ({ socket }) => socket.terminate(),
  });
  app.addHook('onClose', async () => {
    stopListening();
    clearInterval(checks);
    stopHeartbeat();
  });

  app.withTypeProvider<ZodTypeProvider>().post(
    `${path}/ticket`,
    {
      config: { access: needed, fromSnapshot: true },
      schema: {
        tags: ['live'],
        response: { 200: envelope(z.object({ ticket: z.string().describe('Opens the socket once.') })) },
      },
    },
    async (request) => {
      const { sessionId, accountId } = callerOf(request);
      const held = [...members.keys()].filter((peer) => peer.caller.sessionId === sessionId).length;
      if (held >= MAX_PER_LOGIN)
        throw new AppError(errorCode.tooMany, 'common.tooManyRequests', { seconds: 10 }, { retryAfter: 10 });
      return ok(request, { ticket: tickets.issue({ sessionId, accountId, lang: request.lang }) });
    },
  );

  ticketUpgrade(app, path, {
    take: (ticket) => tickets.take(ticket),
    async admit(_request, { sessionId, lang }) {
      const caller = await callers.fromSession(sessionId);
      if (caller === null) throw new AppError(errorCode.unauthorized, 'auth.ticketInvalid');
      if (!may(caller, needed)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      return { caller, lang };
    },
    open(socket, admission, request) {
      const peer: Peer = {
        socket,
        ...admission,
        ip: addressOf(request),
        close(code, reason) {
          leave();
          socket.close(code, reason);
          setTimeout(() => socket.terminate(), LINGER_MS).unref();
        },
      };
      const use = open(peer);
      const leave = () => {
        if (members.delete(peer)) use.closed();
      };
      const member = { socket, use, answered: true };
      members.set(peer, member);
      socket.on('message', (data: Buffer, isBinary) => {
        if (members.has(peer)) use.message(data, isBinary);
      });
      socket.on('close', leave);
      return member;
    },
  });
}
