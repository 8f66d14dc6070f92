import { assign, sendTo, setup } from 'xstate';
import { type AlarmAction, type AlarmState, alarmAction } from '../../contract/codes.ts';
import { type AlarmGuard, alarmResult, alarmWorkflow } from '../../contract/workflow.ts';
import type { ApiError } from '../api/error.ts';
import {
  answered,
  isFree,
  noRequests,
  orderOf,
  overdue,
  type RequestEvent,
  type Requests,
  requested,
  requesterOf,
} from './requests.ts';
import { asApiError } from './sessionTypes.ts';
import {
  type ActionEvent,
  type DoneEvent,
  type EndAhead,
  type WorkflowSpec,
  workflowStates,
} from './workflow.ts';

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
  | ActionEvent<'alarm', AlarmAction>
  /** State by the live feed, which always takes precedence; nothing is shown before it. */
  | { type: 'alarm.changed'; facts: AlarmFacts }
  | DoneEvent<AlarmAction>
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

/** Table of the alarm's actions. `ends` is empty: no action ends a request or waits for one. */
export const alarmSpec: WorkflowSpec<'alarm', AlarmState, AlarmAction> = {
  prefix: 'alarm',
  table: alarmWorkflow,
  actions: Object.values(alarmAction),
  ends: [],
};

/**
 * State machine of the alarm of one plan, with the transitions of the server's table (contract/workflow.ts): a
 * button is enabled exactly when `snapshot.can()` its event. Alarm actions have no debounce and no loading
 * mask, and none of them waits for another. Inputs and times move an alarm as well, so its state changes only
 * with the live feed.
 */
export const alarmMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AlarmMachineEvent,
    input: {} as AlarmInput,
  },
  actors: { requester: requesterOf<AlarmAction>() },
  guards: {
    mayAct: ({ context: { facts, requests } }, action: AlarmAction) =>
      'to' in alarmResult(facts.state, action, facts) && isFree(requests, action, 'parallel'),
    mayEndAhead: (_, __: EndAhead<AlarmAction>) => false,
    is: ({ context }, state: AlarmState) => context.facts.state === state,
  },
  actions: {
    send: sendTo('requester', ({ context }, action: AlarmAction) =>
      orderOf(context.requests, action, 'parallel'),
    ),
    remember: assign(({ context }, action: AlarmAction) => ({
      requests: requested(context.requests, action, 'parallel'),
      failure: null,
    })),
    moved: (_, __: AlarmState) => {},
  },
}).createMachine({
  id: 'alarm',
  context: ({ input }) => ({ ...input, requests: noRequests, failure: null }),
  invoke: { id: 'requester', src: 'requester', input: ({ context: { perform } }) => ({ perform }) },
  initial: 'settling',
  on: {
    'alarm.changed': { target: '.settling', actions: assign({ facts: ({ event }) => event.facts }) },
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
  states: workflowStates(alarmSpec),
});
