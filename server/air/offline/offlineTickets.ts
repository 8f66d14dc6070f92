import { randomBytes } from 'node:crypto';

/** Lifetime of a ticket, ms; a terminal then asks for another one. */
export const TICKET_MS = 10 * 60_000;

/** Tickets for downloading media to terminals: one per terminal; a new one replaces the last. */
export function createOfflineTickets(now: () => number = () => performance.now()) {
  const byTicket = new Map<string, { terminal: number; until: number }>();
  const byTerminal = new Map<number, string>();
  function forget(terminal: number): void {
    byTicket.delete(byTerminal.get(terminal) ?? '');
    byTerminal.delete(terminal);
  }
  return {
    issue(terminal: number): string {
      forget(terminal);
      const ticket = randomBytes(32).toString('base64url');
      byTicket.set(ticket, { terminal, until: now() + TICKET_MS });
      byTerminal.set(terminal, ticket);
      return ticket;
    },
    /** Returns the terminal of a valid ticket. */
    terminal(ticket: string): number | null {
      const held = byTicket.get(ticket);
      return held !== undefined && held.until > now() ? held.terminal : null;
    },
    /** Drops the ticket of a terminal that is offline or removed. */
    forget,
  };
}
export type OfflineTickets = ReturnType<typeof createOfflineTickets>;
