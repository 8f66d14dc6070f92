import { AppError, errorCode, type MessageKey, messageText } from '../../../contract/api/errors.ts';
import type { Language } from '../../../contract/language.ts';
import {
  TALK_STATE_MS,
  type TalkEnd,
  type TalkStart,
  type ToTalker,
} from '../../../contract/protocol/talk.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Uplinks } from '../../site/terminals/gateway/uplinks.ts';
import type { EndReason } from '../engine/playbackRules.ts';
import { endText, talkEnds } from './talkEnds.ts';
import { talkState } from './talkState.ts';
import { type Speaker, startTalk, type Talk } from './talks.ts';
import { meetTerminals, type ResolvedTalk, type TalkSessionDeps, waitingMessage } from './waitingPage.ts';

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

/** Talks of one connection, one at a time: answers its messages, and reports the state of the talk. */
export class TalkSession {
  readonly #deps: TalkSessionDeps;
  readonly #talker: Talker;
  #talk: Talk | null = null;
  /** Page that waits in the queue. */
  #waits: { id: number; request: TalkStart } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastState = '';
  #sentAt = 0;

  constructor(deps: TalkSessionDeps, talker: Talker) {
    this.#deps = deps;
    this.#talker = talker;
  }

  /** Current talk, for listening in. */
  get talk(): Talk | null {
    return this.#talk;
  }

  /** Terminals of the page that waits in the queue; empty: none waits. */
  get waitingFor(): readonly number[] {
    const { waiting } = this.#deps.queue;
    return [...(waiting().find(({ id }) => id === this.#waits?.id)?.terminals ?? [])];
  }

  /** Starts a talk, or puts a page into the queue. @returns true if it was granted at once */
  start(request: TalkStart): boolean {
    if (this.#talk !== null || this.#waits !== null) return this.#refuse(request, 'busy', 'talk.busy');
    try {
      const { speaker, title, priority } = this.#talker.permit(request);
      const { mode, targets, volume } = request;
      const id = this.#deps.ids.next('broadcast');
      const talk = { id, speaker, request: { title, mode, targets, priority, volume } };
      const meeting = meetTerminals(this.#deps, talk, request, {
        granted: (terminals) => {
          this.#leaveQueue();
          this.#begin(request, talk, terminals, 0);
        },
        expired: () => this.#gaveUp(request, 'talk.waitExpired', { seconds: request.wait_s }),
        cancelled: () => this.#gaveUp(request, 'talk.waitCancelled'),
      });
      if (meeting.kind === 'waits') {
        this.#waits = { id, request };
        this.#timer = setInterval(() => this.#sendState(), STATE_EVERY_MS);
        this.#sendState();
        return false;
      }
      try {
        return this.#begin(request, talk, meeting.terminals, meeting.leftOut.length);
      } finally {
        meeting.leave();
      }
    } catch (error) {
      return this.#failed(request, error);
    }
  }

  #begin(
    request: TalkStart,
    of: ResolvedTalk,
    terminals: readonly AdoptedTerminal[],
    left_out: number,
  ): boolean {
    const wanted = { ...of.request, id: of.id, terminals };
    const talk = startTalk(this.#deps, of.speaker, wanted, (reason) => this.#ended(reason));
    if (talk.broadcast.ended !== null) return false;
    this.#talk = talk;
    this.#talker.uplinks.grant(talk.id, talk.feed);
    const targets = talk.broadcast.targets.size;
    this.#talker.send({ type: 'talk.granted', request: request.request, stream: talk.id, targets, left_out });
    this.#timer = setInterval(() => this.#sendState(), STATE_EVERY_MS);
    return true;
  }

  #failed(request: TalkStart, error: unknown): false {
    if (!(error instanceof AppError)) return this.#refuse(request, 'busy', 'common.serverBusy');
    const code =
      error.code === errorCode.forbidden ? 'denied' : error.code === errorCode.conflict ? 'busy' : 'targets';
    return this.#refuse(request, code, error.key, error.params);
  }

  /** Ends the wait of a page, with the reason for the speaker. */
  #gaveUp(request: TalkStart, key: MessageKey, params: Readonly<Record<string, number>> = {}): void {
    if (this.#waits === null) return;
    this.#leaveQueue();
    this.#refuse(request, 'busy', key, params);
  }

  #leaveQueue(): void {
    this.#waits = null;
    this.#stopTimer();
  }

  /** Ends a talk; buffered speech is played to its end. While a page waits, it leaves the queue. */
  stop(stream: number): void {
    const waits = this.#waits;
    if (waits !== null) {
      this.#leaveQueue();
      this.#deps.queue.cancel(waits.id, null);
    }
    if (this.#talk?.id === stream) this.#talk.end();
  }

  /**
   * Ends the talk at once because the permission to talk, or to reach one of the targets, was revoked.
   * @param text text for the talker
   */
  deny(text: MessageKey = endText.denied): void {
    const talk = this.#talk;
    const waits = this.#waits;
    if (waits !== null) {
      this.#leaveQueue();
      this.#deps.queue.cancel(waits.id, null);
      this.#refuse(waits.request, 'denied', text);
    }
    if (talk === null) return;
    this.#close(talk, 'denied', text);
    this.#deps.engine.finish(talk.broadcast, 'denied').catch(() => {});
  }

  /** Ends the talk of a lost connection, and the wait of its page. */
  leave(): void {
    if (this.#waits !== null) this.stop(this.#waits.id);
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

  #state(): ToTalker | null {
    const { queue, engine } = this.#deps;
    if (this.#waits !== null)
      return waitingMessage(queue, this.#waits.id, this.#waits.request.request, Date.now());
    if (this.#talk === null) return null;
    return { type: 'talk.state', stream: this.#talk.id, ...talkState(engine, this.#talk.broadcast) };
  }

  #sendState(): void {
    const state = this.#state();
    if (state === null) return;
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
