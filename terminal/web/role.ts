import type { TerminalKind } from '../../contract/entities/terminals/terminalKind.ts';
import type { Hello } from '../../contract/protocol/terminal.ts';

/** Roles of the page by the parameter in its address: `/terminal?role=capturer`. */
export const pageRoles = {
  column: { kind: 'device', role: 0 },
  caster: { kind: 'caster', role: 1 },
  dialogue: { kind: 'dialogue', role: 1 },
  capturer: { kind: 'capturer', role: 2 },
  tts: { kind: 'xtts', role: 3 },
  fire: { kind: 'fire_control_device', role: 4 },
} as const satisfies Record<string, { kind: TerminalKind; role: Hello['role'] }>;
export type PageRole = keyof typeof pageRoles;

/** Tells whether a role is a manned station that pages and calls. */
export const isStation = (role: PageRole): role is 'caster' | 'dialogue' =>
  role === 'caster' || role === 'dialogue';

/** The role that an address asks for; a loudspeaker when it names none that there is. */
export function pageRoleOf(search: string): PageRole {
  const param = new URLSearchParams(search).get('role') ?? 'column';
  return Object.hasOwn(pageRoles, param) ? (param as PageRole) : 'column';
}
