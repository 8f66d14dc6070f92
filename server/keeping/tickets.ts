import { randomBytes } from 'node:crypto';

/** A ticket is good for so long, ms; a terminal asks for another one. */
export const TICKET_MS = 10 * 60_000;

/** Tickets with which terminals fetch what they are to keep: one to a terminal, the last one counts. */
export function createKeepTickets(now: () => number = () => performance.now()) {
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
    /** Whose ticket it is, while it is good. */
    terminal(ticket: string): number | null {
      const held = byTicket.get(ticket);
      return held !== undefined && held.until > now() ? held.terminal : null;
    },
    /** The terminal is gone. */
    forget,
  };
}
export type KeepTickets = ReturnType<typeof createKeepTickets>;
