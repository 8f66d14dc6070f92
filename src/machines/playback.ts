import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { type PlaybackAction, type PlayStatus, playStatus } from '../../contract/codes.ts';
import { playbackResult } from '../../contract/workflow.ts';
import {
  answered,
  mayRequest,
  noRequests,
  orderOf,
  overdue,
  type RequestEvent,
  type RequestKind,
  type Requests,
  requested,
  requesterOf,
} from './requests.ts';

export interface PlaybackInput {
  status: PlayStatus;
  /** Sends the action to the server; the API client reports refusals and failures to the user. */
  perform: (action: PlaybackAction, signal: AbortSignal) => Promise<unknown>;
}

export type PlaybackEvent =
  /** A person presses a button. */
  | { type: 'playback.playing' }
  | { type: 'playback.paused' }
  | { type: 'playback.resume' }
  | { type: 'playback.stop' }
  /** Status by the live feed, which always takes precedence. */
  | { type: 'playback.changed'; status: PlayStatus }
  | RequestEvent;

interface PlaybackContext extends PlaybackInput {
  requests: Requests<PlaybackAction>;
}

/** Stop supersedes the other actions; each of those waits for the responses of the others. */
const kindOf = (action: PlaybackAction): RequestKind => (action === 'stop' ? 'supersedes' : 'alone');

/**
 * State machine of the playback of one broadcast, gated by the same table as the server's
 * (contract/workflow.ts): a button is enabled exactly when `snapshot.can()` its event. While an action has no
 * response no other is accepted, except stop, which aborts it.
 */
export const playbackMachine = setup({
  types: {
    context: {} as PlaybackContext,
    events: {} as PlaybackEvent,
    input: {} as PlaybackInput,
  },
  actors: { requester: requesterOf<PlaybackAction>() },
  guards: {
    isAllowed: ({ context: { requests, status } }, action: PlaybackAction) =>
      mayRequest(requests, action, kindOf(action), status, playbackResult),
    is: ({ context }, status: PlayStatus) => context.status === status,
  },
  actions: {
    send: sendTo('requester', ({ context }, action: PlaybackAction) =>
      orderOf(context.requests, action, kindOf(action)),
    ),
    remember: assign(({ context }, action: PlaybackAction) => ({
      requests: requested(context.requests, action, kindOf(action)),
    })),
  },
}).createMachine({
  id: 'playback',
  context: ({ input }) => ({ ...input, requests: noRequests }),
  invoke: { id: 'requester', src: 'requester', input: ({ context: { perform } }) => ({ perform }) },
  initial: 'settling',
  on: {
    'playback.changed': { target: '.settling', actions: assign({ status: ({ event }) => event.status }) },
    'playback.playing': {
      guard: { type: 'isAllowed', params: 'playing' },
      actions: [
        { type: 'send', params: 'playing' },
        { type: 'remember', params: 'playing' },
      ],
    },
    'playback.paused': {
      guard: { type: 'isAllowed', params: 'paused' },
      actions: [
        { type: 'send', params: 'paused' },
        { type: 'remember', params: 'paused' },
      ],
    },
    'playback.resume': {
      guard: { type: 'isAllowed', params: 'resume' },
      actions: [
        { type: 'send', params: 'resume' },
        { type: 'remember', params: 'resume' },
      ],
    },
    'playback.stop': {
      guard: { type: 'isAllowed', params: 'stop' },
      actions: [
        { type: 'send', params: 'stop' },
        { type: 'remember', params: 'stop' },
      ],
    },
    'request.answered': {
      // The result is shown at once and the live feed follows; a response overtaken by a later request is
      // ignored.
      actions: enqueueActions(({ context, event, enqueue }) => {
        const { requests, action } = answered(context.requests, event.id);
        enqueue.assign({ requests });
        const isCurrent = event.error === null && event.id === requests.last;
        const status = action && isCurrent ? playbackResult(context.status, action) : null;
        if (status !== null) enqueue.raise({ type: 'playback.changed', status });
      }),
    },
    'request.overdue': {
      actions: assign(({ context, event }) => ({ requests: overdue(context.requests, event.id) })),
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
});
