import { type FromTerminal, fromTerminal } from '../contract/protocol/terminal.ts';

/** Message of a terminal; null: it violates the schemas, which is added to `invalid`. */
export function parseMessage(text: string, invalid: string[]): FromTerminal | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    invalid.push(`not JSON: ${text.slice(0, 80)}`);
    return null;
  }
  const parsed = fromTerminal.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const type = (json as { type?: unknown } | null)?.type;
  invalid.push(`${String(type)}.${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  return null;
}
