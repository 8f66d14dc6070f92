import { kindOf } from '../../contract/entities/terminals/terminalKind.ts';
import type { Hello } from '../../contract/protocol/terminal.ts';

/**
 * Query of the socket's address that names the terminal: a site that refuses plain HTTP does so before `hello`, and
 * lists the terminal by this. Contains no secret.
 */
export function introduction(hello: Pick<Hello, 'code' | 'role' | 'features'>): string {
  return new URLSearchParams({ code: hello.code, kind: kindOf(hello) }).toString();
}
