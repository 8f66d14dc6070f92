import { assign, enqueueActions, sendTo, setup } from 'xstate';
import { rolloutWorkflow } from '../../contract/workflow.ts';
import {
  answered,
  isFree,
  isNewest,
  noRequests,
  orderOf,
  overdue,
  type RequestEvent,
  type Requests,
  requested,
  requesterOf,
} from './requests.ts';
import {
  type ActionEvent,
  type DoneEvent,
  type EndAhead,
  type WorkflowSpec,
  workflowStates,
} from './workflow.ts';

export type RolloutState = keyof typeof rolloutWorkflow;
export type RolloutAction = 'begin';

export interface RolloutInput {
  /** Begins the upgrade at the server; rejects with its error. */
  perform: () => Promise<unknown>;
}

interface Context extends RolloutInput {
  state: RolloutState;
  requests: Requests<RolloutAction>;
}

export const rolloutSpec: WorkflowSpec<'rollout', RolloutState, RolloutAction> = {
  prefix: 'rollout',
  table: rolloutWorkflow,
  actions: ['begin'],
  ends: [],
};

/**
 * State machine of an upgrade that is being planned, of one terminal or many, until its batch runs
 * (upgrade.ts): while the beginning has no response, and after it succeeded, there is no second one.
 */
export const rolloutMachine = setup({
  types: {
    context: {} as Context,
    events: {} as ActionEvent<'rollout', RolloutAction> | DoneEvent<RolloutAction> | RequestEvent,
    input: {} as RolloutInput,
  },
  actors: { requester: requesterOf<RolloutAction>() },
  guards: {
    mayAct: ({ context }, action: RolloutAction) => isFree(context.requests, action, 'alone'),
    mayEndAhead: (_, __: EndAhead<RolloutAction>) => false,
    is: ({ context }, state: RolloutState) => context.state === state,
  },
  actions: {
    send: sendTo('requester', ({ context }, action: RolloutAction) =>
      orderOf(context.requests, action, 'alone'),
    ),
    remember: assign(({ context }, action: RolloutAction) => ({
      requests: requested(context.requests, action, 'alone'),
    })),
    moved: assign((_, state: RolloutState) => ({ state })),
  },
}).createMachine({
  id: 'rollout',
  context: ({ input }) => ({ ...input, state: 'planned' as const, requests: noRequests }),
  invoke: { id: 'requester', src: 'requester', input: ({ context: { perform } }) => ({ perform }) },
  initial: 'settling',
  on: {
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
  states: workflowStates(rolloutSpec),
});
