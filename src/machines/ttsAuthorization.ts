import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { type TtsAuthorizationAction, ttsAuthorizationAction } from '../../contract/codes.ts';
import { ttsAuthorizationOf, ttsAuthorizationResult } from '../../contract/workflow.ts';
import {
  answered,
  mayRequest,
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
  | RequestEvent;

interface Context extends TtsAuthorizationInput {
  requests: Requests<TtsAuthorizationAction>;
  /** Last request and the error with which it failed. */
  request: TtsAuthorizationRequest;
  error: unknown;
}

const { grant, revoke } = ttsAuthorizationAction;

/** Revoking waits for nothing and aborts a grant. */
const kindOf = (action: TtsAuthorizationAction): RequestKind => (action === revoke ? 'supersedes' : 'alone');

/** Maps an event of a person to its request. */
const requestOf = (
  event: Extract<TtsAuthorizationEvent, { type: 'authorization.grant' | 'authorization.revoke' }>,
): TtsAuthorizationRequest =>
  event.type === 'authorization.grant'
    ? { action: grant, licenses: event.licenses }
    : { action: revoke, licenses: 0 };

/**
 * State machine of the authorization of one TTS terminal (opened or not opened, online or offline), gated by
 * the same table as the server's (contract/workflow.ts). While a grant has no response no other is accepted;
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
    isAllowed: ({ context: { licenses, requests } }, action: TtsAuthorizationAction) =>
      mayRequest(requests, action, kindOf(action), ttsAuthorizationOf(licenses), ttsAuthorizationResult),
    isOpened: ({ context }) => context.licenses > 0,
    isOnline: ({ context }) => context.online,
  },
  actions: {
    send: sendTo('requester', ({ context }, request: TtsAuthorizationRequest) => ({
      ...orderOf(context.requests, request.action, kindOf(request.action)),
      action: request,
    })),
    remember: assign(({ context }, request: TtsAuthorizationRequest) => ({
      requests: requested(context.requests, request.action, kindOf(request.action)),
      request,
      error: null,
    })),
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
    'authorization.grant': {
      guard: { type: 'isAllowed', params: grant },
      actions: [
        { type: 'send', params: ({ event }) => requestOf(event) },
        { type: 'remember', params: ({ event }) => requestOf(event) },
      ],
    },
    'authorization.revoke': {
      guard: { type: 'isAllowed', params: revoke },
      actions: [
        { type: 'send', params: ({ event }) => requestOf(event) },
        { type: 'remember', params: ({ event }) => requestOf(event) },
      ],
    },
    'request.answered': {
      // The result is shown at once and the live feed follows; an aborted request shows nothing.
      actions: enqueueActions(({ context, event, enqueue }) => {
        const { requests, action } = answered(context.requests, event.id);
        enqueue.assign({ requests });
        if (action === null || event.id !== requests.last) return;
        enqueue.assign({ error: event.error });
        const { licenses } = context.request;
        if (event.error === null)
          enqueue.raise({ type: 'authorization.changed', licenses, online: context.online });
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
          actions: assign({ licenses: ({ event }) => event.licenses }),
        },
      },
      states: {
        settling: { always: [{ guard: 'isOpened', target: 'opened' }, { target: 'not_opened' }] },
        opened: {},
        not_opened: {},
      },
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
