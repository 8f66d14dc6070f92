import type { ToTerminal } from '../../contract/protocol/terminal.ts';

/**
 * Parses a text frame; null for an invalid one. Fields are not validated: the server is trusted, and a schema library
 * would be most of the size of a terminal page.
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
