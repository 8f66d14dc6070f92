import { assign, enqueueActions, sendTo, setup } from 'xstate';
import {
  type PlaybackAction as CodedAction,
  type PlayStatus,
  playbackAction,
  playStatus,
} from '../../contract/codes.ts';
import { type ItemAction, itemActions, playbackWorkflow } from '../../contract/workflow.ts';
import {
  answered,
  heard,
  isAheadOf,
  isFree,
  isNewest,
  noRequests,
  orderOf,
  overdue,
  type RequestEvent,
  type RequestKind,
  type Requests,
  requested,
  requesterOf,
} from './requests.ts';
import {
  type ActionEvent,
  type DoneEvent,
  type EndAhead,
  namedTable,
  type WorkflowSpec,
  workflowStates,
} from './workflow.ts';

/** Actions of a person on a task. */
export type PlaybackAction = CodedAction | ItemAction;

export interface PlaybackInput {
  status: PlayStatus;
  /**
   * Actions that the task has: a control task cannot be paused (contract/workflow.ts), live sound has no items.
   */
  actions?: readonly PlaybackAction[];
  /** Sends the action to the server; the API client reports refusals and failures to the user. */
  perform: (action: PlaybackAction, signal: AbortSignal) => Promise<unknown>;
}

export type PlaybackEvent =
  /** A person presses a button. */
  | ActionEvent<'playback', PlaybackAction>
  /** Status by the live feed, which always takes precedence. */
  | { type: 'playback.changed'; status: PlayStatus }
  | DoneEvent<PlaybackAction>
  | RequestEvent;

interface PlaybackContext extends Required<PlaybackInput> {
  requests: Requests<PlaybackAction>;
}

/** State of the machine at each play status. */
export const playbackNames = {
  [playStatus.free]: 'free',
  [playStatus.pause]: 'pause',
  [playStatus.playing]: 'playing',
  [playStatus.manualStop]: 'manual_stop',
  [playStatus.manualPlaying]: 'manual_playing',
} as const satisfies Record<PlayStatus, string>;
export type PlaybackName = (typeof playbackNames)[PlayStatus];

const statusOf = (name: PlaybackName) =>
  Object.values(playStatus).find((status) => playbackNames[status] === name) ?? playStatus.free;

export const playbackSpec: WorkflowSpec<'playback', PlaybackName, PlaybackAction> = {
  prefix: 'playback',
  table: namedTable<PlayStatus, PlaybackName>(playbackWorkflow, playbackNames, Object.values(playStatus)),
  actions: [...Object.values(playbackAction), ...itemActions],
  ends: [playbackAction.stop],
};

/** Stop supersedes the other actions; each of those waits for the responses of the others. */
const kindOf = (action: PlaybackAction): RequestKind =>
  playbackSpec.ends.includes(action) ? 'supersedes' : 'alone';

/**
 * State machine of the playback of one task or broadcast, with the transitions of the server's table
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
    mayAct: ({ context: { actions, requests } }, action: PlaybackAction) =>
      actions.includes(action) && isFree(requests, action, kindOf(action)),
    mayEndAhead: ({ context: { actions, requests } }, { action, after }: EndAhead<PlaybackAction>) =>
      actions.includes(action) &&
      isAheadOf(requests, action, after) &&
      isFree(requests, action, kindOf(action)),
    is: ({ context }, name: PlaybackName) => playbackNames[context.status] === name,
  },
  actions: {
    send: sendTo('requester', ({ context }, action: PlaybackAction) =>
      orderOf(context.requests, action, kindOf(action)),
    ),
    remember: assign(({ context }, action: PlaybackAction) => ({
      requests: requested(context.requests, action, kindOf(action)),
    })),
    moved: assign((_, name: PlaybackName) => ({ status: statusOf(name) })),
  },
}).createMachine({
  id: 'playback',
  context: ({ input }) => ({ actions: playbackSpec.actions, ...input, requests: noRequests }),
  invoke: { id: 'requester', src: 'requester', input: ({ context: { perform } }) => ({ perform }) },
  initial: 'settling',
  on: {
    'playback.changed': {
      target: '.settling',
      actions: assign(({ context, event }) => ({ status: event.status, requests: heard(context.requests) })),
    },
    'request.answered': {
      actions: enqueueActions(({ context, event, enqueue }) => {
        const { requests, action } = answered(context.requests, event.id);
        enqueue.assign({ requests });
        if (action !== null && event.error === null && isNewest(requests, event.id))
          enqueue.raise({ type: `done.${action}` });
      }),
    },
    'request.overdue': {
      actions: assign(({ context, event }) => ({ requests: overdue(context.requests, event.id) })),
    },
  },
  states: workflowStates(playbackSpec),
});
