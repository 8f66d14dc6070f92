import type { ToTalker } from '../../../contract/protocol/talk.ts';

/** A request to talk. `body` is the `talk.start` of contract/protocol/talk.ts without its type and number. */
export interface TalkSetup {
  body: object;
  /** Plays a chime before the speech. */
  chime: boolean;
  /** Device id of the microphone; null: the browser's choice. */
  microphone: string | null;
  /** Samples of a page that was recorded before, mono at 48 kHz, sent in place of the microphone; absent: none. */
  recorded?: Float32Array<ArrayBuffer>;
}

/** Messages from the page to the worker. */
export type ToTalkWorker =
  | { type: 'start'; url: string; setup: TalkSetup; port: MessagePort }
  /** Stops recording; sound recorded so far is still sent. */
  | { type: 'stop' };

/** Messages from the worker to the page. */
export type FromTalkWorker =
  | Extract<
      ToTalker,
      { type: 'talk.granted' | 'talk.waiting' | 'talk.refused' | 'talk.state' | 'talk.ended' }
    >
  /** The chime has ended: speech is sent from now on. */
  | { type: 'speak' }
  /** Level of the sound sent, ten times a second, dBFS. */
  | { type: 'level'; level: number; peak: number }
  /** The connection was lost. */
  | { type: 'lost' };
