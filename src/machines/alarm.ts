import { assign, sendTo, setup } from 'xstate';
import { type AlarmAction, type AlarmState, alarmState } from '../../contract/codes.ts';
import { type AlarmGuard, alarmResult } from '../../contract/workflow.ts';
import type { ApiError } from '../api/error.ts';
import {
  answered,
  mayRequest,
  noRequests,
  orderOf,
  overdue,
  type RequestEvent,
  type Requests,
  requested,
  requesterOf,
} from './requests.ts';
import { asApiError } from './sessionTypes.ts';

/** State of a plan's alarm as the live feed reports it. */
export interface AlarmFacts extends AlarmGuard {
  state: AlarmState;
}

export interface AlarmInput {
  facts: AlarmFacts;
  /** Sends the action to the server; rejects with its error. */
  perform: (action: AlarmAction, signal: AbortSignal) => Promise<unknown>;
}

export type AlarmMachineEvent =
  /** A person presses a button. */
  | { type: 'alarm.act'; action: AlarmAction }
  /** State by the live feed, which always takes precedence; nothing is shown before it. */
  | { type: 'alarm.changed'; facts: AlarmFacts }
  | RequestEvent
  /** The person dismisses the failure. */
  | { type: 'alarm.dismiss' };

interface Context extends AlarmInput {
  requests: Requests<AlarmAction>;
  /**
   * Last action that the server refused or has not answered yet (`error` null: the action may be repeated).
   * It stays until it is dismissed, the action is repeated, or the response arrives.
   */
  failure: { action: AlarmAction; error: ApiError | null } | null;
}

/**
 * State machine of the alarm of one plan, gated by the same table as the server's (contract/workflow.ts): a
 * button is enabled exactly when `snapshot.can()` its event. Alarm actions have no debounce and no loading
 * mask, and none of them waits for another.
 */
export const alarmMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AlarmMachineEvent,
    input: {} as AlarmInput,
  },
  actors: { requester: requesterOf<AlarmAction>() },
  guards: {
    isAllowed: ({ context: { facts, requests } }, action: AlarmAction) =>
      mayRequest(requests, action, 'beside', facts.state, (state, what) => {
        const result = alarmResult(state, what, facts);
        return 'to' in result ? result.to : null;
      }),
    is: ({ context }, state: AlarmState) => context.facts.state === state,
  },
}).createMachine({
  id: 'alarm',
  context: ({ input }) => ({ ...input, requests: noRequests, failure: null }),
  invoke: { id: 'requester', src: 'requester', input: ({ context: { perform } }) => ({ perform }) },
  initial: 'settling',
  on: {
    'alarm.changed': { target: '.settling', actions: assign({ facts: ({ event }) => event.facts }) },
    'alarm.act': {
      guard: { type: 'isAllowed', params: ({ event }) => event.action },
      actions: [
        sendTo('requester', ({ context, event }) => orderOf(context.requests, event.action, 'beside')),
        assign(({ context, event }) => ({
          requests: requested(context.requests, event.action, 'beside'),
          failure: null,
        })),
      ],
    },
    'request.answered': {
      actions: assign(({ context, event }) => {
        const { requests, action } = answered(context.requests, event.id);
        if (action === null) return { requests };
        if (event.error !== null) return { requests, failure: { action, error: asApiError(event.error) } };
        const { failure } = context;
        const isMissed = failure?.action === action && failure.error === null;
        return { requests, failure: isMissed ? null : failure };
      }),
    },
    'request.overdue': {
      actions: assign(({ context, event }) => {
        const action = context.requests.open.find(({ id }) => id === event.id)?.action;
        return {
          requests: overdue(context.requests, event.id),
          failure: action === undefined ? context.failure : { action, error: null },
        };
      }),
    },
    'alarm.dismiss': { actions: assign({ failure: null }) },
  },
  states: {
    settling: {
      always: [
        { guard: { type: 'is', params: alarmState.notStarted }, target: 'not_started' },
        { guard: { type: 'is', params: alarmState.starting }, target: 'starting' },
        { guard: { type: 'is', params: alarmState.alarming }, target: 'alarming' },
        { target: 'reset' },
      ],
    },
    not_started: {},
    starting: {},
    alarming: {},
    reset: {},
  },
});
