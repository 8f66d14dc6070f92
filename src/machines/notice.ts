import type { MessageKey } from '../../contract/errors.ts';

/** Something to tell the person: shown as a toast for 1000 ms and kept in the message centre (design 11). */
export interface Notice {
  tone: 'error' | 'warning' | 'success' | 'info';
  /** A text of ours in the message catalogue, shown in the user's language… */
  key?: MessageKey;
  /** …or the server's own text, which is in that language already. */
  text?: string;
  /** Code of the response, if it came from one. */
  code?: number;
}
