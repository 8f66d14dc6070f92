import { type FromTerminal, fromTerminal, PROTOCOL_VERSION } from '../../contract/terminal.ts';

/** What a text frame says, or why it says nothing; `detail` is for whoever writes the terminal. */
export type Parsed =
  | { message: FromTerminal }
  | { refused: 'protocol' }
  | { refused: 'garbage'; detail: string };

const DETAIL_LENGTH = 200;

/** Checks a text frame: a message, a greeting in another version, or what is wrong with it. */
export function parseMessage(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { refused: 'garbage', detail: 'not JSON' };
  }
  const checked = fromTerminal.safeParse(value);
  if (checked.success) return { message: checked.data };
  const { type, protocol } = (value ?? {}) as { type?: unknown; protocol?: unknown };
  if (type === 'hello' && protocol !== PROTOCOL_VERSION) return { refused: 'protocol' };
  const [issue] = checked.error.issues;
  const where = [typeof type === 'string' ? type : '', ...(issue?.path ?? [])].filter((part) => part !== '');
  const detail = `${where.join('.')}: ${issue?.message ?? 'invalid'}`;
  return { refused: 'garbage', detail: detail.slice(0, DETAIL_LENGTH) };
}
