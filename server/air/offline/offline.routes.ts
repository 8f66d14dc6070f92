import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { itemId } from '../../../contract/protocol/offline.ts';
import { sendRange } from '../../platform/http/sendRange.ts';
import { ticketQuery } from '../../platform/http/ticketCaller.ts';
import type { OfflineTickets } from './offlineTickets.ts';
import type { StoredProgramme } from './programmeDigests.ts';

/** Maximum concurrent downloads; further requests are refused with a retry time, seconds. */
const MAX_AT_ONCE = 24;
const RETRY_S = 2;

/**
 * `GET /v1/terminal_media/:item?ticket=`: sends a stored programme to a terminal that is to keep it, as
 * concatenated packets.
 * @param itemOf programme of this id if the terminal may fetch it now
 */
export function offlineRoutes(
  app: FastifyInstance,
  {
    tickets,
    itemOf,
  }: { tickets: OfflineTickets; itemOf(terminal: number, id: string): StoredProgramme | undefined },
): void {
  let running = 0;
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/terminal_media/:item',
    {
      config: { access: 'ticket', fromSnapshot: true },
      schema: {
        tags: ['terminal'],
        params: z.object({ item: z.string().max(64).describe('SHA-256 of the programme, hex.') }),
        querystring: ticketQuery,
      },
    },
    async (request, reply) => {
      const terminal = tickets.terminal(request.query.ticket);
      if (terminal === null) throw new AppError(errorCode.unauthorized, 'auth.ticketInvalid');
      const id = itemId.safeParse(request.params.item);
      const known = id.success ? itemOf(terminal, id.data) : undefined;
      if (known === undefined) throw new AppError(errorCode.notFound, 'common.notFound');
      if (running >= MAX_AT_ONCE)
        throw new AppError(
          errorCode.tooMany,
          'common.tooManyRequests',
          { seconds: RETRY_S },
          { retryAfter: RETRY_S },
        );
      running++;
      reply.raw.once('close', () => running--);
      try {
        return await sendRange(request, reply, known.file, 'application/octet-stream');
      } catch (error) {
        // Deleted in the meantime: the next manifest does not list it.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        throw new AppError(errorCode.notFound, 'common.notFound');
      }
    },
  );
}
