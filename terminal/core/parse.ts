import type { ToTerminal } from '../../contract/terminal.ts';

/**
 * A text frame as a message; null for what is none. Its fields are believed: the server is the one this terminal
 * was told to obey, and a schema library would be most of a terminal page.
 */
export function parseMessage(text: string): ToTerminal | null {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === 'object' && value !== null && 'type' in value;
    return isMessage ? (value as ToTerminal) : null;
  } catch {
    return null;
  }
}
