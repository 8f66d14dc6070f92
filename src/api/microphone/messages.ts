import type { ToTalker } from '../../../contract/talk.ts';

/** What is to be said where. `body` is the `talk.start` of contract/talk.ts without its type and number. */
export interface TalkWish {
  body: object;
  /** A chime before the first word. */
  chime: boolean;
  /** The id of a microphone; null: the browser's choice. */
  microphone: string | null;
}

/** Page → worker. */
export type ToTalkWorker =
  | { type: 'start'; url: string; wish: TalkWish; port: MessagePort }
  /** No more is picked up; what was said goes out. */
  | { type: 'stop' };

/** Worker → page. */
export type FromTalkWorker =
  | Extract<ToTalker, { type: 'talk.granted' | 'talk.refused' | 'talk.state' | 'talk.ended' }>
  /** The chime is over: speak now. */
  | { type: 'speak' }
  /** Level of what goes out, ten times a second, dBFS. */
  | { type: 'level'; level: number; peak: number }
  /** The connection is gone. */
  | { type: 'lost' };
