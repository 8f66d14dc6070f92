import type { Language } from '../../contract/language.ts';
import { TicketPool } from './ticketPool.ts';

/** Whose ticket it is, and the language that texts are to have. */
export interface PathTicketHolder {
  sessionId: number;
  accountId: number;
  lang: Language;
}

/** A ticket not used for so long is worthless, ms. An audio element asks again and again while it plays. */
export const PATH_TICKET_MS = 10 * 60_000;

/**
 * Tickets for audio elements and downloads, which cannot send the token in a header: each is bound to
 * one path and one login. `now` is monotonic, ms.
 */
export function createPathTickets(now: () => number = () => performance.now()) {
  const pool = new TicketPool<PathTicketHolder & { path: string }>(PATH_TICKET_MS, now);
  return {
    issue: (path: string, holder: PathTicketHolder): string => pool.issue({ ...holder, path }),
    /** Whose ticket it is, if it is for this path and still good. Using it makes it last anew. */
    holder(path: string, ticket: string): PathTicketHolder | null {
      const found = pool.find(ticket);
      if (found === null || found.path !== path) return null;
      pool.renew(ticket);
      return found;
    },
  };
}
export type PathTickets = ReturnType<typeof createPathTickets>;
