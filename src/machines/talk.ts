import { assign, cancel, fromCallback, raise, sendTo, setup } from 'xstate';
import { TALK_LOST_MS } from '../../contract/protocol/talk.ts';
import type { OpenMicrophone, TalkNews } from '../api/microphone/microphone.ts';
import { nothing, type TalkContext, type TalkOrder } from './talkContext.ts';

export type TalkEvent =
  /**
   * A person presses (`held`: until release), latches, ends the talk, or dismisses the reason why it ended.
   */
  | { type: 'talk.start'; order: TalkOrder; held: boolean }
  | { type: 'talk.latch' }
  | { type: 'talk.stop' }
  | { type: 'talk.dismiss' }
  /** The page is hidden, so nobody sees that the microphone is open. */
  | { type: 'talk.hide' }
  /** The login has ended. */
  | { type: 'talk.abandon' }
  /** The server has sent nothing for too long; `overdue`: unless its messages wait to be read. */
  | { type: 'talk.overdue' }
  | { type: 'talk.silence' }
  | { type: 'news'; news: TalkNews };

/** Time in which messages that wait are read, ms. */
const READ_MS = 500;

const newsIs =
  (type: TalkNews['type']) =>
  ({ event }: { event: TalkEvent }) =>
    event.type === 'news' && event.news.type === type;

/**
 * State machine of speech from this browser: opens the microphone, gets a stream from the server, plays a
 * chime where wanted, then sends speech until release. Recorded speech is played to its end; the server reports
 * that end. Leaving the states with an open microphone always closes it.
 */
export function createTalkMachine(deps: { open: OpenMicrophone; now: () => number }) {
  return setup({
    types: { context: {} as TalkContext, events: {} as TalkEvent, tags: {} as 'live' | 'onAir' },
    actors: {
      microphone: fromCallback<{ type: 'stop' }, { order: TalkOrder }>(({ sendBack, receive, input }) => {
        const { chime, microphone, recorded, ...body } = input.order;
        const setup = { body, chime, microphone, ...(recorded === undefined ? {} : { recorded }) };
        const talk = deps.open(setup, (news) => sendBack({ type: 'news', news }));
        receive(() => talk.stop());
        return () => talk.close();
      }),
    },
    actions: {
      begin: assign(({ event }) =>
        event.type === 'talk.start' ? { ...nothing, order: event.order, held: event.held } : {},
      ),
      count: assign(({ context, event }) => {
        if (event.type !== 'news') return {};
        const { news } = event;
        if (news.type === 'level') return { level: { level: news.level, peak: news.peak } };
        if (news.type === 'microphone') return { microphone: { label: news.label, isChosen: news.isChosen } };
        if (news.type === 'talk.granted')
          return { wait: null, counts: { ...context.counts, targets: news.targets } };
        if (news.type === 'talk.waiting') {
          const { type: _type, request: _request, ...wait } = news;
          return { wait };
        }
        if (news.type !== 'talk.state') return {};
        const { type: _type, stream: _stream, ...counts } = news;
        return { counts };
      }),
      explain: assign(({ event }) => {
        if (event.type === 'talk.silence') return { trouble: 'lost' as const };
        if (event.type !== 'news') return {};
        if (event.news.type === 'trouble') return { trouble: event.news.trouble };
        if (event.news.type === 'lost') return { trouble: 'lost' as const };
        return 'message' in event.news ? { message: event.news.message } : {};
      }),
      hidden: assign({ trouble: 'hidden' as const }),
      // A connection can be dead without being closed, but a live server sends messages all the time. In a page
      // whose thread was held up timers run before messages: these are read within the last part of the wait.
      expect: raise({ type: 'talk.overdue' }, { id: 'silence', delay: TALK_LOST_MS - READ_MS }),
      read: raise({ type: 'talk.silence' }, { id: 'silence', delay: READ_MS }),
      heard: cancel('silence'),
    },
    guards: {
      /** A page that was recorded before goes on while the console is hidden: no microphone is open. */
      isMicrophone: ({ context }) => context.order?.recorded === undefined,
      isGranted: newsIs('talk.granted'),
      isState: newsIs('talk.state'),
      isWaiting: newsIs('talk.waiting'),
      maySpeak: newsIs('speak'),
      isOver: ({ event }) =>
        event.type === 'news' && event.news.type === 'talk.ended' && event.news.reason === 'finished',
      isEnd: ({ event }) =>
        event.type === 'news' && ['talk.refused', 'talk.ended', 'trouble', 'lost'].includes(event.news.type),
      hasReason: ({ context }) => context.trouble !== null,
    },
  }).createMachine({
    id: 'talk',
    context: nothing,
    initial: 'idle',
    on: { 'talk.abandon': '.idle' },
    states: {
      idle: {
        entry: assign(nothing),
        on: { 'talk.start': { target: 'talking', actions: 'begin' } },
      },
      talking: {
        tags: 'live',
        initial: 'opening',
        exit: 'heard',
        invoke: {
          id: 'microphone',
          src: 'microphone',
          input: ({ context }) => ({
            order: context.order ?? { mode: 'page', targets: {}, chime: false, microphone: null },
          }),
        },
        on: {
          'talk.latch': { actions: assign({ held: false }) },
          'talk.overdue': { actions: 'read' },
          'talk.silence': { target: 'failed', actions: 'explain' },
          news: [
            { guard: 'isOver', target: 'over' },
            { guard: 'isEnd', target: 'failed', actions: 'explain' },
            { guard: 'isState', actions: ['count', 'heard', 'expect'] },
            { guard: 'isWaiting', target: '.waiting', actions: ['count', 'heard', 'expect'] },
            { actions: 'count' },
          ],
        },
        states: {
          opening: {
            on: {
              // Before the server has granted a stream there is nothing left to play.
              'talk.stop': '#talk.idle',
              'talk.hide': { guard: 'isMicrophone', target: '#talk.failed', actions: 'hidden' },
              news: [
                {
                  guard: 'isGranted',
                  target: 'chiming',
                  actions: ['count', 'heard', 'expect', assign({ since: () => deps.now() })],
                },
              ],
            },
          },
          // The microphone is muted until the terminals are free and the server grants a stream.
          waiting: {
            on: {
              'talk.stop': '#talk.idle',
              'talk.hide': { guard: 'isMicrophone', target: '#talk.failed', actions: 'hidden' },
              news: [
                {
                  guard: 'isGranted',
                  target: 'chiming',
                  actions: ['count', 'heard', 'expect', assign({ since: () => deps.now() })],
                },
              ],
            },
          },
          chiming: {
            tags: 'onAir',
            on: {
              'talk.stop': 'ending',
              'talk.hide': { guard: 'isMicrophone', target: 'ending', actions: 'hidden' },
              news: [{ guard: 'maySpeak', target: 'speaking' }],
            },
          },
          speaking: {
            tags: 'onAir',
            on: {
              'talk.stop': 'ending',
              'talk.hide': { guard: 'isMicrophone', target: 'ending', actions: 'hidden' },
            },
          },
          ending: { entry: sendTo('microphone', { type: 'stop' }) },
        },
      },
      over: { always: [{ guard: 'hasReason', target: 'failed' }, { target: 'idle' }] },
      failed: {
        on: {
          'talk.dismiss': 'idle',
          'talk.start': { target: 'talking', actions: 'begin' },
        },
      },
    },
  });
}
