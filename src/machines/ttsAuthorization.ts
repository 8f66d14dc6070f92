import { assign, enqueueActions, sendTo, setup } from 'xstate';
import {
  type TtsAuthorization,
  type TtsAuthorizationAction,
  ttsAuthorizationAction,
} from '../../contract/codes.ts';
import { ttsAuthorizationOf, ttsAuthorizationWorkflow } from '../../contract/workflow.ts';
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
  type RequestIds,
  type RequestKind,
  type Requests,
  requested,
  requesterOf,
} from './requests.ts';
import { type DoneEvent, type EndAhead, type WorkflowSpec, workflowStates } from './workflow.ts';

/** A request to grant or to revoke; a revocation leaves no licence. */
export interface TtsAuthorizationRequest {
  action: TtsAuthorizationAction;
  licenses: number;
}

export interface TtsAuthorizationInput {
  licenses: number;
  online: boolean;
  /** Sends the request to the server; rejects with its error. */
  perform: (request: TtsAuthorizationRequest, signal: AbortSignal, ids: RequestIds) => Promise<unknown>;
}

export type TtsAuthorizationEvent =
  /** A person presses a button. */
  | { type: 'authorization.grant'; licenses: number }
  | { type: 'authorization.revoke' }
  /** State by the live feed, which always takes precedence. */
  | { type: 'authorization.changed'; licenses: number; online: boolean }
  | DoneEvent<TtsAuthorizationAction>
  | RequestEvent;

interface Context extends TtsAuthorizationInput {
  requests: Requests<TtsAuthorizationAction>;
  /** Last request and the error with which it failed. */
  request: TtsAuthorizationRequest;
  error: unknown;
}

const { revoke } = ttsAuthorizationAction;

export const ttsAuthorizationSpec: WorkflowSpec<'authorization', TtsAuthorization, TtsAuthorizationAction> = {
  prefix: 'authorization',
  table: ttsAuthorizationWorkflow,
  actions: Object.values(ttsAuthorizationAction),
  ends: [revoke],
};

/** Revoking waits for nothing and aborts a grant. */
const kindOf = (action: TtsAuthorizationAction): RequestKind =>
  ttsAuthorizationSpec.ends.includes(action) ? 'supersedes' : 'alone';

/** Maps an event of a person to its request. */
const requestOf = (
  event: TtsAuthorizationEvent,
  action: TtsAuthorizationAction,
): TtsAuthorizationRequest => ({
  action,
  licenses: event.type === 'authorization.grant' ? event.licenses : 0,
});

/**
 * State machine of the authorization of one TTS terminal (opened or not opened, online or offline), with the
 * transitions of the server's table (contract/workflow.ts). While a grant has no response no other is accepted;
 * revoking aborts it.
 */
export const ttsAuthorizationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as TtsAuthorizationEvent,
    input: {} as TtsAuthorizationInput,
  },
  actors: { requester: requesterOf<TtsAuthorizationRequest>() },
  guards: {
    mayAct: ({ context: { requests } }, action: TtsAuthorizationAction) =>
      isFree(requests, action, kindOf(action)),
    mayEndAhead: ({ context: { requests } }, { action, after }: EndAhead<TtsAuthorizationAction>) =>
      isAheadOf(requests, action, after) && isFree(requests, action, kindOf(action)),
    is: ({ context }, state: TtsAuthorization) => ttsAuthorizationOf(context.licenses) === state,
    isOnline: ({ context }) => context.online,
  },
  actions: {
    send: sendTo('requester', ({ context, event }, action: TtsAuthorizationAction) => ({
      ...orderOf(context.requests, action, kindOf(action)),
      action: requestOf(event, action),
    })),
    remember: assign(({ context, event }, action: TtsAuthorizationAction) => ({
      requests: requested(context.requests, action, kindOf(action)),
      request: requestOf(event, action),
      error: null,
    })),
    moved: assign(({ context }, _: TtsAuthorization) => ({ licenses: context.request.licenses })),
  },
}).createMachine({
  id: 'ttsAuthorization',
  context: ({ input }) => ({
    ...input,
    requests: noRequests,
    request: { action: revoke, licenses: 0 },
    error: null,
  }),
  invoke: { id: 'requester', src: 'requester', input: ({ context: { perform } }) => ({ perform }) },
  type: 'parallel',
  on: {
    'request.answered': {
      // An aborted request shows nothing.
      actions: enqueueActions(({ context, event, enqueue }) => {
        const { requests, action } = answered(context.requests, event.id);
        enqueue.assign({ requests });
        if (action === null || event.id !== requests.last) return;
        enqueue.assign({ error: event.error });
        if (event.error === null && isNewest(requests, event.id)) enqueue.raise({ type: `done.${action}` });
      }),
    },
    'request.overdue': {
      actions: assign(({ context, event }) => ({ requests: overdue(context.requests, event.id) })),
    },
  },
  states: {
    authorization: {
      initial: 'settling',
      on: {
        'authorization.changed': {
          target: '.settling',
          actions: assign(({ context, event }) => ({
            licenses: event.licenses,
            requests: heard(context.requests),
          })),
        },
      },
      states: workflowStates(ttsAuthorizationSpec),
    },
    connection: {
      initial: 'settling',
      on: {
        'authorization.changed': {
          target: '.settling',
          actions: assign({ online: ({ event }) => event.online }),
        },
      },
      states: {
        settling: { always: [{ guard: 'isOnline', target: 'online' }, { target: 'offline' }] },
        online: {},
        offline: {},
      },
    },
  },
});
