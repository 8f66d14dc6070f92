import { AppError, errorCode, type MessageKey, messageText } from '../../../contract/api/errors.ts';
import type { Language } from '../../../contract/language.ts';
import {
  TALK_STATE_MS,
  type TalkEnd,
  type TalkStart,
  type ToTalker,
} from '../../../contract/protocol/talk.ts';
import type { Uplinks } from '../../site/terminals/gateway/uplinks.ts';
import type { EndReason } from '../engine/playbackRules.ts';
import { talkState } from './talkState.ts';
import { type Speaker, startTalk, type Talk, type TalksDeps } from './talks.ts';

/** Interval of checking the state of the targets, ms. */
const STATE_EVERY_MS = 500;

/** Connection that can talk: a terminal's, or a console's talk socket. */
export interface Talker {
  readonly language: Language;
  readonly uplinks: Uplinks;
  send(message: ToTalker): void;
  /** Returns speaker, title and priority of a talk. @throws AppError 403 when it is not permitted */
  permit(request: TalkStart): { speaker: Speaker; title: string; priority: number };
}

const endText: Record<TalkEnd, MessageKey> = {
  stopped: 'talk.stopped',
  no_targets: 'talk.noTargets',
  source: 'talk.stalled',
  finished: 'talk.finished',
  denied: 'auth.noPermission',
};

/** Ends of a broadcast that are reported to the talker as they are; all others as a stop. */
const talkEnds: Partial<Record<EndReason, TalkEnd>> = {
  finished: 'finished',
  hung_up: 'finished',
  no_targets: 'no_targets',
  source: 'source',
  denied: 'denied',
};

/** Talks of one connection, one at a time: answers its messages, and reports the state of the talk. */
export class TalkSession {
  readonly #deps: TalksDeps;
  readonly #talker: Talker;
  #talk: Talk | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastState = '';
  #sentAt = 0;

  constructor(deps: TalksDeps, talker: Talker) {
    this.#deps = deps;
    this.#talker = talker;
  }

  /** Current talk, for listening in. */
  get talk(): Talk | null {
    return this.#talk;
  }

  /** Starts a talk. @returns true if it was granted */
  start(request: TalkStart): boolean {
    if (this.#talk !== null) return this.#refuse(request, 'busy', 'talk.busy');
    try {
      const { speaker, title, priority } = this.#talker.permit(request);
      const wanted = {
        title,
        mode: request.mode,
        targets: request.targets,
        priority,
        volume: request.volume,
      };
      const talk = startTalk(this.#deps, speaker, wanted, (reason) => this.#ended(reason));
      if (talk.broadcast.ended !== null) return false;
      this.#talk = talk;
      this.#talker.uplinks.grant(talk.id, talk.feed);
      const targets = talk.broadcast.targets.size;
      this.#talker.send({ type: 'talk.granted', request: request.request, stream: talk.id, targets });
      this.#timer = setInterval(() => this.#sendState(), STATE_EVERY_MS);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) return this.#refuse(request, 'busy', 'common.serverBusy');
      const denied = error.code === errorCode.forbidden;
      return this.#refuse(request, denied ? 'denied' : 'targets', error.key, error.params);
    }
  }

  /** Ends a talk; buffered speech is played to its end. */
  stop(stream: number): void {
    if (this.#talk?.id === stream) this.#talk.end();
  }

  /**
   * Ends the talk at once because the permission to talk, or to reach one of the targets, was revoked.
   * @param text text for the talker
   */
  deny(text: MessageKey = endText.denied): void {
    const talk = this.#talk;
    if (talk === null) return;
    this.#close(talk, 'denied', text);
    this.#deps.engine.finish(talk.broadcast, 'denied').catch(() => {});
  }

  /** Ends the talk of a lost connection. */
  leave(): void {
    this.#talk?.feed.fail();
    this.#stopTimer();
  }

  #ended(reason: EndReason): void {
    if (this.#talk !== null) this.#close(this.#talk, talkEnds[reason] ?? 'stopped');
  }

  #close(talk: Talk, reason: TalkEnd, text = endText[reason]): void {
    this.#talk = null;
    this.#stopTimer();
    this.#talker.uplinks.revoke(talk.id);
    const message = messageText(text, this.#talker.language);
    this.#talker.send({ type: 'talk.ended', stream: talk.id, reason, message });
  }

  #refuse(
    { request }: TalkStart,
    code: 'denied' | 'targets' | 'busy',
    key: MessageKey,
    params: Readonly<Record<string, string | number>> = {},
  ): false {
    const message = messageText(key, this.#talker.language, params);
    this.#talker.send({ type: 'talk.refused', request, code, message });
    return false;
  }

  #sendState(): void {
    if (this.#talk === null) return;
    const { broadcast, id } = this.#talk;
    const state = {
      type: 'talk.state',
      stream: id,
      ...talkState(this.#deps.engine, broadcast),
    } as const;
    const text = JSON.stringify(state);
    const now = performance.now();
    // Repeated without a change: the speaker knows by it that the connection works.
    if (text === this.#lastState && now - this.#sentAt < TALK_STATE_MS - STATE_EVERY_MS / 2) return;
    this.#sentAt = now;
    this.#lastState = text;
    this.#talker.send(state);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }
}
