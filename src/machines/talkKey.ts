import { assign, setup } from 'xstate';

/** Hold time that makes a press push-to-talk, ms; a shorter one is a short press. */
export const HOLD_MS = 600;

export interface TalkKeyInput {
  /**
   * `guarded`: on the air only after `HOLD_MS`, and a short press asks first. `direct`: on the air at once,
   * and a short press latches it; for a key that follows a choice of targets.
   */
  way: 'guarded' | 'direct';
  isLive: () => boolean;
  /** Opens the microphone; `held`: until the key is released. */
  begin: (held: boolean) => void;
  /** Latches: the press that began the talk was short, so the talk goes on until the next press. */
  latch: () => void;
  end: () => void;
  /** Asks for confirmation after a short press. */
  confirm: () => void;
}

export type TalkKeyEvent =
  /** `source`: the finger, mouse button or key that presses; only its own release counts. */
  | { type: 'key.press'; source: string }
  | { type: 'key.release'; source: string }
  /** Pointer or focus lost, window left, tab hidden, or key removed from the screen. */
  | { type: 'key.cancel' }
  /** A press without holding, by Enter or assistive technology. */
  | { type: 'key.tap' };

/**
 * State machine of the talk key. A talk that this press began ends with its release, and with every event
 * after which the release would not be noticed; a latched talk ends with the next press.
 */
export const talkKeyMachine = setup({
  types: {
    context: {} as TalkKeyInput & { source: string },
    events: {} as TalkKeyEvent,
    input: {} as TalkKeyInput,
  },
  delays: { hold: HOLD_MS },
  actions: {
    remember: assign(({ event }) => (event.type === 'key.press' ? { source: event.source } : {})),
    begin: ({ context }, held: boolean) => context.begin(held),
    latch: ({ context }) => context.latch(),
    end: ({ context }) => context.end(),
    confirm: ({ context }) => context.confirm(),
  },
  guards: {
    isLive: ({ context }) => context.isLive(),
    isGuarded: ({ context }) => context.way === 'guarded',
    isOwn: ({ context, event }) => event.type === 'key.release' && event.source === context.source,
  },
}).createMachine({
  id: 'talkKey',
  context: ({ input }) => ({ ...input, source: '' }),
  initial: 'up',
  states: {
    up: {
      on: {
        'key.press': [
          { guard: 'isLive', target: 'spent', actions: ['remember', 'end'] },
          { guard: 'isGuarded', target: 'arming', actions: 'remember' },
          { target: 'latching', actions: ['remember', { type: 'begin', params: true }] },
        ],
        'key.tap': [
          { guard: 'isLive', actions: 'end' },
          { guard: 'isGuarded', actions: 'confirm' },
          { actions: { type: 'begin', params: false } },
        ],
      },
    },
    /** Guarded, and not on the air yet. */
    arming: {
      after: { hold: { target: 'holding', actions: { type: 'begin', params: true } } },
      on: { 'key.release': { guard: 'isOwn', target: 'up', actions: 'confirm' }, 'key.cancel': 'up' },
    },
    /** Direct: on the air already; a release now latches it. */
    latching: {
      after: { hold: 'holding' },
      on: {
        'key.release': { guard: 'isOwn', target: 'up', actions: 'latch' },
        'key.cancel': { target: 'up', actions: 'end' },
      },
    },
    holding: {
      on: {
        'key.release': { guard: 'isOwn', target: 'up', actions: 'end' },
        'key.cancel': { target: 'up', actions: 'end' },
      },
    },
    /** State after a press that has ended a talk: it has no further effect. */
    spent: { on: { 'key.release': { guard: 'isOwn', target: 'up' }, 'key.cancel': 'up' } },
  },
});
