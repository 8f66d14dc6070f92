import { type FromTerminal, fromTerminal, PROTOCOL_VERSION } from '../../contract/terminal.ts';

/** The message, null when it is not one, or `protocol` when it greets in another version. */
export function parseMessage(text: string): FromTerminal | 'protocol' | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const checked = fromTerminal.safeParse(value);
  if (checked.success) return checked.data;
  const { type, protocol } = (value ?? {}) as { type?: unknown; protocol?: unknown };
  return type === 'hello' && protocol !== PROTOCOL_VERSION ? 'protocol' : null;
}
