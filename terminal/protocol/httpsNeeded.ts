import type { ToTerminal } from '../../contract/protocol/terminal.ts';

/** Time after which a terminal looks whether it may come by plain HTTP again, s. */
const RETRY_S = 30;

/**
 * Reads the HTTP answer of a server that refuses a WebSocket over plain HTTP, as the refusal of a session; null for any
 * other answer. Such a server refuses before `hello`, so that no secret is sent in the clear.
 * @param body JSON of the answer
 */
export function httpsNeeded(body: string): Extract<ToTerminal, { type: 'refused' }> | null {
  try {
    const { key, message } = JSON.parse(body) as { key?: unknown; message?: unknown };
    if (key !== 'common.httpsOnly') return null;
    return { type: 'refused', code: 'https', message: String(message), retry_s: RETRY_S };
  } catch {
    return null;
  }
}
