import type { MessageKey } from '../../contract/api/errors.ts';

/** A message for the user: a toast for 1000 ms, kept in the message centre. */
export interface Notice {
  tone: 'error' | 'warning' | 'success' | 'info';
  /** Key of a text in the message catalogue, shown in the user's language… */
  key?: MessageKey;
  /** …or a text of the server, which is in that language already. */
  text?: string;
  /** Code of the response, if the notice comes from one. */
  code?: number;
}
