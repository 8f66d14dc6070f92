import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';

/** Screen of each kind of terminals. */
export const terminalScreens: Record<TerminalKind, string> = {
  device: 'menu_device_management',
  caster: 'menu_caster_management',
  dialogue: 'menu_dialogue_status',
  capturer: 'menu_capturer_status',
  xtts: 'menu_xtts_status',
  fire_control_device: 'menu_fire_control_device',
};
