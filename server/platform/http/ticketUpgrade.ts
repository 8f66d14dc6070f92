import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Pinged } from './heartbeat.ts';
import { isOwnOrigin } from './origin.ts';

/** Handlers of a socket that is opened by a one-time ticket. */
export interface TicketUpgrade<Holder extends object, Admitted extends object> {
  /** Redeems a ticket; null: it is unknown, used or expired. */
  take(ticket: string): Holder | null;
  /** Checks the holder before the upgrade, so that a refusal is an HTTP response. @throws AppError to refuse it */
  admit(request: FastifyRequest, holder: Holder): Admitted | Promise<Admitted>;
  /** Serves the open socket, and returns what the heartbeat pings. */
  open(socket: WebSocket, admitted: Admitted, request: FastifyRequest): Pinged;
}

/** Route `GET {path}?ticket=`: a WebSocket that a page of this server opens by a ticket. */
export function ticketUpgrade<Holder extends object, Admitted extends object>(
  app: FastifyInstance,
  path: `/v1/${string}`,
  { take, admit, open }: TicketUpgrade<Holder, Admitted>,
): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  app.get<{ Querystring: { ticket: string } }>(
    path,
    {
      websocket: true,
      config: { access: 'ticket', fromSnapshot: true },
      schema: { querystring: z.object({ ticket: z.string().max(100) }) },
      preHandler: async (request) => {
        if (!isOwnOrigin(request)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
        const holder = take(request.query.ticket);
        if (holder === null) throw new AppError(errorCode.unauthorized, 'auth.ticketInvalid');
        admitted.set(request, await admit(request, holder));
      },
    },
    (socket, request) => {
      const admission = admitted.get(request);
      if (admission === undefined) return socket.terminate();
      const member = open(socket, admission, request);
      socket.on('pong', () => {
        member.answered = true;
      });
      socket.on('error', () => socket.terminate());
    },
  );
}
