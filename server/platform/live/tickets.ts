import type { Language } from '../../../contract/language.ts';
import { TicketPool } from '../http/ticketPool.ts';

/** Content of a ticket: the login, its account, and the language of its texts. */
export interface TicketHolder {
  sessionId: number;
  accountId: number;
  lang: Language;
  /** Issued to a program, whose login is not idle while it is connected. */
  byProgram?: boolean;
}

/** Lifetime of an unused ticket, ms. */
export const TICKET_MS = 30_000;

/**
 * Creates one-time tickets for the live socket, which cannot send the token in a header.
 * @param now monotonic clock, ms
 */
export function createTickets(now: () => number = () => performance.now()) {
  const pool = new TicketPool<TicketHolder>(TICKET_MS, now);
  return {
    issue: (holder: TicketHolder): string => pool.issue(holder),
    /** Returns the holder of a ticket and invalidates it. Null when it is unknown, used or expired. */
    take: (ticket: string): TicketHolder | null => pool.take(ticket),
  };
}
export type Tickets = ReturnType<typeof createTickets>;
