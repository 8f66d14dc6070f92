import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { idParams } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { sendRange } from '../../platform/http/sendRange.ts';
import { ticketQuery } from '../../platform/http/ticketCaller.ts';
import type { UpgradeLimits } from './upgradeLimits.ts';

const RETRY_S = 5;
const PER_TERMINAL = 2;

/**
 * Tickets for downloading packages: each for one terminal's upgrade and its file; a new one replaces the
 * last.
 */
export function createUpgradeTickets() {
  const byUpgrade = new Map<number, { ticket: string; file: string }>();
  const answers = new Map<number, Set<ServerResponse>>();
  return {
    /** Issues a ticket; returns the path of the package. */
    issue(upgrade: number, file: string): string {
      const ticket = randomBytes(32).toString('base64url');
      byUpgrade.set(upgrade, { ticket, file });
      return `/v1/terminal_upgrade/${upgrade}?ticket=${ticket}`;
    },
    /** File of a ticket; null: invalid. */
    file(upgrade: number, ticket: string): string | null {
      const held = byUpgrade.get(upgrade);
      return held?.ticket === ticket ? held.file : null;
    },
    /**
     * Registers a running response: the number per terminal is limited; the oldest is closed, as it may
     * belong to a lost connection.
     */
    runs(upgrade: number, answer: ServerResponse): void {
      const own = answers.get(upgrade) ?? new Set();
      answers.set(upgrade, own);
      const [oldest] = own;
      if (own.size >= PER_TERMINAL) oldest?.destroy();
      own.add(answer);
      answer.once('close', () => {
        own.delete(answer);
        if (own.size === 0 && answers.get(upgrade) === own) answers.delete(upgrade);
      });
    },
    /** Invalidates the ticket and closes running responses. */
    forget(upgrade: number): void {
      byUpgrade.delete(upgrade);
      for (const answer of answers.get(upgrade) ?? []) answer.destroy();
    },
  };
}
export type UpgradeTickets = ReturnType<typeof createUpgradeTickets>;

/** Limits the rate: the rest of the link is for sound. */
function paced(bytesPerS: number): Transform {
  const began = performance.now();
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // The first chunk is sent at once, with the response headers; the next ones are delayed.
      this.push(chunk);
      passed += chunk.length;
      const due = (passed / bytesPerS) * 1000 - (performance.now() - began);
      if (due <= 0) done();
      else sleep(due, undefined, { ref: false }).then(() => done());
    },
  });
}

/** `GET /v1/terminal_upgrade/:id?ticket=`: sends the package of one terminal's upgrade, or a range of it. */
export function downloadRoute(app: FastifyInstance, tickets: UpgradeTickets, limits: UpgradeLimits): void {
  let running = 0;
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/terminal_upgrade/:id',
    {
      config: { access: 'ticket' },
      schema: { tags: ['terminal'], params: idParams, querystring: ticketQuery },
    },
    async (request, reply) => {
      const file = tickets.file(request.params.id, request.query.ticket);
      if (file === null) throw new AppError(errorCode.unauthorized, 'auth.ticketInvalid');
      if (running >= limits.downloads)
        throw new AppError(
          errorCode.tooMany,
          'common.tooManyRequests',
          { seconds: RETRY_S },
          { retryAfter: RETRY_S },
        );
      running++;
      reply.raw.once('close', () => running--);
      tickets.runs(request.params.id, reply.raw);
      try {
        return await sendRange(request, reply, file, 'application/octet-stream', () =>
          paced(limits.bytesPerS),
        );
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
        throw new AppError(errorCode.notFound, 'common.notFound');
      }
    },
  );
}
