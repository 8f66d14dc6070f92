import { randomBytes } from 'node:crypto';
import type { Language } from '../../contract/language.ts';

/** What a ticket stands for: the login, and the language that its texts are to have. */
export interface TicketHolder {
  sessionId: number;
  lang: Language;
}

/** A ticket not used by then is worthless, ms (design 5). */
export const TICKET_MS = 30_000;
/** Tickets that wait at most; the oldest give way. */
const MAX_TICKETS = 10_000;

/** One-time tickets for the live socket, which cannot send the token in a header. `now` is monotonic, ms. */
export function createTickets(now: () => number = () => performance.now()) {
  const tickets = new Map<string, TicketHolder & { until: number }>();
  return {
    issue(holder: TicketHolder): string {
      for (const [key, { until }] of tickets) {
        if (until > now() && tickets.size < MAX_TICKETS) break;
        tickets.delete(key);
      }
      const ticket = randomBytes(32).toString('base64url');
      tickets.set(ticket, { ...holder, until: now() + TICKET_MS });
      return ticket;
    },
    /** Whose ticket it is; it is used up by that. Null when it is unknown, used or too old. */
    take(ticket: string): TicketHolder | null {
      const found = tickets.get(ticket);
      tickets.delete(ticket);
      if (found === undefined || found.until <= now()) return null;
      return { sessionId: found.sessionId, lang: found.lang };
    },
  };
}
export type Tickets = ReturnType<typeof createTickets>;
