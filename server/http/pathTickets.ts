import { randomBytes } from 'node:crypto';
import type { Language } from '../../contract/language.ts';

/** Whose ticket it is, and the language that texts are to have. */
export interface PathTicketHolder {
  sessionId: number;
  lang: Language;
}

/** A ticket not used for so long is worthless, ms. An audio element asks again and again while it plays. */
export const PATH_TICKET_MS = 10 * 60_000;
/** Tickets held at most; the oldest give way. */
const MAX_TICKETS = 10_000;

/**
 * Tickets for audio elements and downloads, which cannot send the token in a header (design 4): each is bound to
 * one path and one login. `now` is monotonic, ms.
 */
export function createPathTickets(now: () => number = () => performance.now()) {
  const tickets = new Map<string, PathTicketHolder & { path: string; until: number }>();
  return {
    issue(path: string, holder: PathTicketHolder): string {
      for (const [key, { until }] of tickets) {
        if (until > now() && tickets.size < MAX_TICKETS) break;
        tickets.delete(key);
      }
      const ticket = randomBytes(32).toString('base64url');
      tickets.set(ticket, { ...holder, path, until: now() + PATH_TICKET_MS });
      return ticket;
    },
    /** Whose ticket it is, if it is for this path and still good. Using it makes it last anew. */
    holder(path: string, ticket: string): PathTicketHolder | null {
      const found = tickets.get(ticket);
      if (found === undefined || found.path !== path || found.until <= now()) return null;
      tickets.delete(ticket);
      tickets.set(ticket, { ...found, until: now() + PATH_TICKET_MS });
      return found;
    },
  };
}
export type PathTickets = ReturnType<typeof createPathTickets>;
