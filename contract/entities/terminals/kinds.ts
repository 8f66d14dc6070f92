import type { z } from 'zod';
import type { StatusOf } from '../../protocol/terminalStatus.ts';
import { capturerKind } from './capturer.ts';
import type { CasterAccountFields } from './caster.ts';
import { casterKind } from './caster.ts';
import { deviceKind } from './device.ts';
import { dialogueKind } from './dialogue.ts';
import { fireControlDeviceKind } from './fireControlDevice.ts';
import type { TerminalLive } from './terminal.ts';
import type { TerminalKind } from './terminalKind.ts';
import { xttsKind } from './xtts.ts';

/** Every kind of terminals, by its name. */
export const terminalKinds = {
  device: deviceKind,
  caster: casterKind,
  dialogue: dialogueKind,
  capturer: capturerKind,
  xtts: xttsKind,
  fire_control_device: fireControlDeviceKind,
} as const satisfies Record<TerminalKind, { kind: TerminalKind }>;

/** Settings of a kind in addition to those of all terminals. */
export type SettingsOf<Kind extends TerminalKind> = z.output<(typeof terminalKinds)[Kind]['settings']>;

/** Live row of a kind (the topic has the name of the kind): the common fields, its settings, and its last status. */
export type KindLive<Kind extends TerminalKind> = TerminalLive &
  SettingsOf<Kind> &
  (typeof terminalKinds)[Kind]['related'] & {
    /** Last status; null: offline, or none received yet. */
    status: StatusOf<Kind> | null;
  };

/** Stored settings of a terminal, completed with the defaults of its kind. */
export function settingsOf<Kind extends TerminalKind>(
  kind: Kind,
  details: Record<string, unknown>,
): SettingsOf<Kind> {
  const { defaults, settings } = terminalKinds[kind];
  return settings.parse({ ...defaults, ...details }) as SettingsOf<Kind>;
}

/** Live row of the topic `caster`. */
export type CasterLive = KindLive<'caster'> & CasterAccountFields;
