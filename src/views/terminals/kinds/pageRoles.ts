import type { OtherKind } from '../../../streams/kind.ts';

/** Role of the terminal page for each kind, as in its address (`/terminal?role=…`). */
export const pageRoles: Record<OtherKind, string> = {
  caster: 'caster',
  dialogue: 'dialogue',
  capturer: 'capturer',
  xtts: 'tts',
  fire_control_device: 'fire',
};
