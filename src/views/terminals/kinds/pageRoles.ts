import type { OtherKind } from '../../../streams/kind.ts';

/** The kinds that the terminal page can be, by what its address says (`/terminal?role=…`). */
export const pageRoles: Partial<Record<OtherKind, string>> = {
  capturer: 'capturer',
  xtts: 'tts',
  fire_control_device: 'fire',
};
