import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { ListenRequest } from '../../../../contract/protocol/listen.ts';

/** Sound of a terminal that can be listened to, by kind: what it plays, or what it picks up; none for the others. */
export const listenedTo: Partial<Record<TerminalKind, ListenRequest['what']>> = {
  device: 'play',
  capturer: 'pick',
  caster: 'pick',
  dialogue: 'pick',
};
