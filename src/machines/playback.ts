import { assign, fromPromise, raise, setup } from 'xstate';
import { type PlaybackAction, type PlayStatus, playStatus } from '../../contract/codes.ts';
import { playbackResult } from '../../contract/workflow.ts';

export interface PlaybackInput {
  status: PlayStatus;
  /** Asks the server for it; what it refuses or fails to do is told to the person by the API's failures. */
  perform: (action: PlaybackAction) => Promise<unknown>;
}

export type PlaybackEvent =
  /** A person presses a button. */
  | { type: 'playback.playing' }
  | { type: 'playback.paused' }
  | { type: 'playback.resume' }
  | { type: 'playback.stop' }
  /** The live feed tells the status; it is always right. */
  | { type: 'playback.changed'; status: PlayStatus };

interface PlaybackContext extends PlaybackInput {
  /** What is under way, or was last. */
  action: PlaybackAction;
}

/**
 * One broadcast's playback (spec 4), gated by the same table as the server's (contract/workflow.ts): a button is
 * enabled exactly when `snapshot.can()` its event. While an action is under way (`busy`) no other is taken.
 */
export const playbackMachine = setup({
  types: {
    context: {} as PlaybackContext,
    events: {} as PlaybackEvent,
    input: {} as PlaybackInput,
    tags: {} as 'busy',
  },
  actors: {
    perform: fromPromise(
      ({ input }: { input: { perform: PlaybackInput['perform']; action: PlaybackAction } }) =>
        input.perform(input.action),
    ),
  },
  guards: {
    isAllowed: ({ context }, action: PlaybackAction) => playbackResult(context.status, action) !== null,
    is: ({ context }, status: PlayStatus) => context.status === status,
  },
  actions: {
    remember: assign((_, action: PlaybackAction) => ({ action })),
    /** The button's effect is shown at once; the live feed follows within its next frame. */
    showResult: raise(({ context }) => ({
      type: 'playback.changed' as const,
      status: playbackResult(context.status, context.action) ?? context.status,
    })),
  },
}).createMachine({
  id: 'playback',
  context: ({ input }) => ({ ...input, action: 'stop' }),
  type: 'parallel',
  states: {
    status: {
      initial: 'settling',
      on: {
        'playback.changed': {
          target: '.settling',
          actions: assign({ status: ({ event }) => event.status }),
        },
      },
      states: {
        settling: {
          always: [
            { guard: { type: 'is', params: playStatus.free }, target: 'free' },
            { guard: { type: 'is', params: playStatus.pause }, target: 'pause' },
            { guard: { type: 'is', params: playStatus.playing }, target: 'playing' },
            { guard: { type: 'is', params: playStatus.manualStop }, target: 'manual_stop' },
            { target: 'manual_playing' },
          ],
        },
        free: {},
        pause: {},
        playing: {},
        manual_stop: {},
        manual_playing: {},
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'playback.playing': {
              guard: { type: 'isAllowed', params: 'playing' },
              actions: { type: 'remember', params: 'playing' },
              target: 'performing',
            },
            'playback.paused': {
              guard: { type: 'isAllowed', params: 'paused' },
              actions: { type: 'remember', params: 'paused' },
              target: 'performing',
            },
            'playback.resume': {
              guard: { type: 'isAllowed', params: 'resume' },
              actions: { type: 'remember', params: 'resume' },
              target: 'performing',
            },
            'playback.stop': {
              guard: { type: 'isAllowed', params: 'stop' },
              actions: { type: 'remember', params: 'stop' },
              target: 'performing',
            },
          },
        },
        performing: {
          tags: 'busy',
          invoke: {
            src: 'perform',
            input: ({ context }) => ({ perform: context.perform, action: context.action }),
            onDone: { target: 'idle', actions: 'showResult' },
            onError: 'idle',
          },
        },
      },
    },
  },
});
