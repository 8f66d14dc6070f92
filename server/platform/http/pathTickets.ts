import type { Language } from '../../../contract/language.ts';
import { TicketPool } from './ticketPool.ts';

/** Holder of a ticket, and the language for texts. */
export interface PathTicketHolder {
  sessionId: number;
  accountId: number;
  lang: Language;
}

/** Lifetime of an unused ticket, ms. An audio element uses it again and again while it plays. */
export const PATH_TICKET_MS = 10 * 60_000;

/**
 * Tickets for audio elements and downloads, which cannot send the token in a header: each is bound to one
 * path and one session.
 *
 * @param now monotonic clock, ms
 */
export function createPathTickets(now: () => number = () => performance.now()) {
  const pool = new TicketPool<PathTicketHolder & { path: string }>(PATH_TICKET_MS, now);
  return {
    issue: (path: string, holder: PathTicketHolder): string => pool.issue({ ...holder, path }),
    /** The holder of a valid ticket for this path; null: none. Each use renews the ticket. */
    holder(path: string, ticket: string): PathTicketHolder | null {
      const found = pool.find(ticket);
      if (found === null || found.path !== path) return null;
      pool.renew(ticket);
      return found;
    },
  };
}
export type PathTickets = ReturnType<typeof createPathTickets>;
