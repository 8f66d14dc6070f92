import type { OtherKind } from '../../../streams/kind.ts';

/** What the terminal page is to be of each kind, as its address says it (`/terminal?role=…`). */
export const pageRoles: Record<OtherKind, string> = {
  caster: 'caster',
  dialogue: 'dialogue',
  capturer: 'capturer',
  xtts: 'tts',
  fire_control_device: 'fire',
};
