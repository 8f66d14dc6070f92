import type { Language } from '../../contract/language.ts';
import { TicketPool } from '../http/ticketPool.ts';

/** Content of a ticket: the login, its account, and the language of its texts. */
export interface TicketHolder {
  sessionId: number;
  accountId: number;
  lang: Language;
}

/** A ticket not used by then is worthless, ms. */
export const TICKET_MS = 30_000;

/** One-time tickets for the live socket, which cannot send the token in a header. `now` is monotonic, ms. */
export function createTickets(now: () => number = () => performance.now()) {
  const pool = new TicketPool<TicketHolder>(TICKET_MS, now);
  return {
    issue: (holder: TicketHolder): string => pool.issue(holder),
    /** Whose ticket it is; it is used up by that. Null when it is unknown, used or too old. */
    take: (ticket: string): TicketHolder | null => pool.take(ticket),
  };
}
export type Tickets = ReturnType<typeof createTickets>;
