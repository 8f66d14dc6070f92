import type { TerminalKind } from '../entities/terminals/terminalKind.ts';

/** Commands to the program of a terminal, with the feature that it reports if it carries them out. */
export const commandFeature = {
  restart: 'restart',
  identify: 'identify',
  set_server: 'server_config',
  set_buffalo: 'buffalo',
} as const;
export type TerminalCommand = keyof typeof commandFeature;
export const terminalCommands = Object.keys(commandFeature) as TerminalCommand[];

/**
 * Commands of each kind. `own`: of terminals that connect to the server; each may carry out fewer, as it reports.
 * `served`: of those of other makes, which the server reaches itself; they run no program that takes commands.
 */
export const commandsOfKind: Record<TerminalKind, Record<'own' | 'served', readonly TerminalCommand[]>> = {
  device: { own: terminalCommands, served: [] },
  caster: { own: terminalCommands, served: [] },
  dialogue: { own: terminalCommands, served: [] },
  capturer: { own: terminalCommands, served: [] },
  xtts: { own: terminalCommands, served: [] },
  fire_control_device: { own: terminalCommands, served: [] },
};

/** Fields of a terminal that say how it is reached. */
interface Reached {
  kind: TerminalKind;
  /** Settings of a loudspeaker or a panel of another make; null or absent: it connects to the server. */
  foreign?: unknown;
  panel?: unknown;
  /** Phone of a telephone system; null or absent: it connects to the server. */
  phone?: unknown;
}

/** Tells if a terminal of this kind, reached in this way, can take a command at all. */
export function takesCommand({ kind, foreign, panel, phone }: Reached, command: TerminalCommand): boolean {
  const isServed = foreign != null || panel != null || phone != null;
  return commandsOfKind[kind][isServed ? 'served' : 'own'].includes(command);
}
