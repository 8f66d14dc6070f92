import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { isProgram } from '../auth/countActivity.ts';
import type { EndedLogins } from '../auth/endedLogins.ts';
import type { Idle } from '../auth/idle.ts';
import { callerOf } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import { type Pinged, startHeartbeat } from '../http/heartbeat.ts';
import { ticketUpgrade } from '../http/ticketUpgrade.ts';
import type { ConsoleCounters } from './console.metrics.ts';
import { LiveConsole, MAX_BUFFERED_BYTES } from './console.ts';
import type { LiveHub } from './hub.ts';
import type { LiveAuth } from './live.types.ts';
import { createTickets } from './tickets.ts';

/**
 * Ping interval, ms: a console that has not answered by the next ping is disconnected. Logins are checked
 * again at the same interval.
 */
export const HEARTBEAT_MS = 10_000;
/** Maximum consoles of one login (tabs, screens). */
export const MAX_CONSOLES_PER_LOGIN = 32;
/** Time for the peer to answer a close, ms. */
const LINGER_MS = 1_000;

export interface LiveRouteDeps {
  live: LiveHub;
  callers: LiveAuth;
  /** Interval of pings and login checks; tests shorten it. */
  heartbeatMs?: number;
  /** Ends idle logins. */
  idle: Pick<Idle, 'hold' | 'leftMs' | 'onWarning'>;
  ended: Pick<EndedLogins, 'reason'>;
}

interface Member extends Pinged {
  sessionId: number;
  console: LiveConsole;
  /** Number of the latest check of its login; older results are ignored. */
  checks: number;
}

/** Wall time that never steps, epoch ms: consoles derive the age of their data from it. */
const wallNow = () => Math.round(performance.timeOrigin + performance.now());

/**
 * `POST /v1/socket/ticket` and the live socket itself, `GET /v1/socket?ticket=`.
 * @returns a function that reads the counters of the sockets
 */
export function liveRoutes(app: FastifyInstance, deps: LiveRouteDeps): () => ConsoleCounters {
  const { live, callers } = deps;
  const tickets = createTickets();
  const members = new Set<Member>();
  const counts = { received: 0, sent: 0, heldBack: 0, silent: 0 };
  let stopTicks: (() => void) | undefined;

  function pumpAll(): void {
    for (const { console, socket } of members) {
      if (socket.bufferedAmount > MAX_BUFFERED_BYTES) counts.heldBack += 1;
      console.pump();
    }
  }

  function leave(member: Member): void {
    members.delete(member);
    if (members.size > 0) return;
    stopTicks?.();
    stopTicks = undefined;
  }

  async function check(member: Member): Promise<void> {
    member.checks += 1;
    const mine = member.checks;
    try {
      const caller = await callers.fromSession(member.sessionId);
      if (mine !== member.checks) return;
      member.console.caller = caller;
      if (caller !== null) return;
      leave(member);
      member.console.end(errorCode.loginExpired, deps.ended.reason({ session_id: member.sessionId }));
    } catch (err) {
      // The database is away. The heartbeat checks again; consoles without a caller get no updates until
      // then.
      app.log.warn({ err }, 'a live console could not be checked');
    }
  }

  const stopListening = callers.onChange(() => {
    for (const member of members) {
      // No frame is sent until the check is done: a revoked permission takes effect at once.
      member.console.caller = null;
      void check(member);
    }
  });
  const stopWarnings = deps.idle.onWarning((sessionId, leftMs) => {
    for (const member of members) if (member.sessionId === sessionId) member.console.warn(leftMs);
  });
  const stopHeartbeat = startHeartbeat(() => members, deps.heartbeatMs ?? HEARTBEAT_MS, {
    silent({ socket }) {
      counts.silent += 1;
      socket.terminate();
    },
    alive: (member) => void check(member),
  });
  app.addHook('onClose', async () => {
    stopListening();
    stopWarnings?.();
    stopHeartbeat();
    stopTicks?.();
  });

  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/socket/ticket',
    {
      config: { access: 'session', fromSnapshot: true },
      schema: {
        tags: ['live'],
        response: { 200: envelope(z.object({ ticket: z.string().describe('Opens the socket once.') })) },
      },
    },
    async (request) => {
      const { sessionId, accountId } = callerOf(request);
      const open = [...members].filter((member) => member.sessionId === sessionId).length;
      if (open >= MAX_CONSOLES_PER_LOGIN)
        throw new AppError(errorCode.tooMany, 'common.tooManyRequests', { seconds: 10 }, { retryAfter: 10 });
      return ok(request, {
        ticket: tickets.issue({ sessionId, accountId, lang: request.lang, byProgram: isProgram(request) }),
      });
    },
  );

  ticketUpgrade(app, '/v1/socket', {
    take: (ticket) => tickets.take(ticket),
    admit: (_request, holder) => holder,
    open(socket, holder) {
      const wire = {
        send(text: string) {
          counts.sent += 1;
          socket.send(text);
        },
        get bufferedAmount() {
          return socket.bufferedAmount;
        },
        close(code: number, reason: string) {
          socket.close(code, reason);
          setTimeout(() => socket.terminate(), LINGER_MS).unref();
        },
      };
      const console = new LiveConsole(wire, live, holder.lang, wallNow);
      const member: Member = { sessionId: holder.sessionId, console, socket, answered: true, checks: 0 };
      const release = holder.byProgram === true ? deps.idle.hold(holder.sessionId) : undefined;
      socket.on('message', (data, isBinary) => {
        counts.received += 1;
        if (isBinary) wire.close(1003, 'text only');
        else if (members.has(member)) console.receive(String(data));
      });
      socket.on('close', () => {
        release?.();
        leave(member);
      });
      members.add(member);
      const leftMs = deps.idle.leftMs(holder.sessionId);
      if (leftMs !== null) console.warn(leftMs);
      stopTicks ??= live.onTick(pumpAll);
      void check(member);
      return member;
    },
  });
  return () => {
    let bufferedBytes = 0;
    for (const { socket } of members) bufferedBytes += socket.bufferedAmount;
    return { ...counts, sockets: members.size, bufferedBytes };
  };
}
