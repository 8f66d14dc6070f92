import { assign, fromCallback, sendTo, setup } from 'xstate';
import type { TalkMode, TalkTargets } from '../../contract/talk.ts';
import type { MicrophoneTrouble, OpenMicrophone, TalkNews } from '../api/microphone/microphone.ts';

/** What a person wants to say where. */
export interface TalkOrder {
  mode: TalkMode;
  targets: Partial<TalkTargets>;
  priority?: number;
  volume?: number | null;
  chime: boolean;
}

export type TalkEvent =
  /** A person presses, lets go, or has read why it ended. */
  | { type: 'talk.start'; order: TalkOrder }
  | { type: 'talk.stop' }
  | { type: 'talk.dismiss' }
  /** The login has ended. */
  | { type: 'talk.abandon' }
  | { type: 'news'; news: TalkNews };

interface TalkContext {
  order: TalkOrder | null;
  counts: { targets: number; sounding: number; preempted: number; offline: number };
  level: { level: number; peak: number } | null;
  /** Why it was refused or ended: the server's words, or what is wrong with the microphone. */
  message: string | null;
  trouble: MicrophoneTrouble | null;
  /** Monotonic ms of the first word. */
  since: number;
}

const nothing: TalkContext = {
  order: null,
  counts: { targets: 0, sounding: 0, preempted: 0, offline: 0 },
  level: null,
  message: null,
  trouble: null,
  since: 0,
};

const newsIs =
  (type: TalkNews['type']) =>
  ({ event }: { event: TalkEvent }) =>
    event.type === 'news' && event.news.type === type;

/**
 * Speech from this browser (design 8): the microphone is opened, the server grants a stream, a chime where it is
 * wanted, then speech until it is let go. What was said is heard to its end; the server says when that is.
 */
export function createTalkMachine(deps: { open: OpenMicrophone; now: () => number }) {
  return setup({
    types: { context: {} as TalkContext, events: {} as TalkEvent, tags: {} as 'live' },
    actors: {
      microphone: fromCallback<{ type: 'stop' }, { order: TalkOrder }>(({ sendBack, receive, input }) => {
        const { chime, ...body } = input.order;
        const talk = deps.open({ body, chime }, (news) => sendBack({ type: 'news', news }));
        receive(() => talk.stop());
        return () => talk.close();
      }),
    },
    actions: {
      count: assign(({ context, event }) => {
        if (event.type !== 'news') return {};
        const { news } = event;
        if (news.type === 'level') return { level: { level: news.level, peak: news.peak } };
        if (news.type === 'talk.granted') return { counts: { ...context.counts, targets: news.targets } };
        if (news.type !== 'talk.state') return {};
        const { targets, sounding, preempted, offline } = news;
        return { counts: { targets, sounding, preempted, offline } };
      }),
      explain: assign(({ event }) => {
        if (event.type !== 'news') return {};
        if (event.news.type === 'trouble') return { trouble: event.news.trouble };
        if (event.news.type === 'lost') return { trouble: 'lost' as const };
        return 'message' in event.news ? { message: event.news.message } : {};
      }),
    },
    guards: {
      isGranted: newsIs('talk.granted'),
      maySpeak: newsIs('speak'),
      isOver: ({ event }) =>
        event.type === 'news' && event.news.type === 'talk.ended' && event.news.reason === 'finished',
      isEnd: ({ event }) =>
        event.type === 'news' && ['talk.refused', 'talk.ended', 'trouble', 'lost'].includes(event.news.type),
    },
  }).createMachine({
    id: 'talk',
    context: nothing,
    initial: 'idle',
    on: { 'talk.abandon': '.idle' },
    states: {
      idle: {
        entry: assign(nothing),
        on: { 'talk.start': { target: 'talking', actions: assign(({ event }) => ({ order: event.order })) } },
      },
      talking: {
        tags: 'live',
        initial: 'opening',
        invoke: {
          id: 'microphone',
          src: 'microphone',
          input: ({ context }) => ({ order: context.order ?? { mode: 'page', targets: {}, chime: false } }),
        },
        on: {
          news: [
            { guard: 'isOver', target: 'idle' },
            { guard: 'isEnd', target: 'failed', actions: 'explain' },
            { actions: 'count' },
          ],
        },
        states: {
          opening: {
            on: {
              // Before anything was granted there is nothing to be heard to its end.
              'talk.stop': '#talk.idle',
              news: [{ guard: 'isGranted', target: 'chiming', actions: 'count' }],
            },
          },
          chiming: {
            on: {
              'talk.stop': 'ending',
              news: [{ guard: 'maySpeak', target: 'speaking', actions: assign({ since: () => deps.now() }) }],
            },
          },
          speaking: { on: { 'talk.stop': 'ending' } },
          ending: { entry: sendTo('microphone', { type: 'stop' }) },
        },
      },
      failed: {
        on: {
          'talk.dismiss': 'idle',
          'talk.start': {
            target: 'talking',
            actions: assign(({ event }) => ({ ...nothing, order: event.order })),
          },
        },
      },
    },
  });
}
