import { assign, sendTo, setup } from 'xstate';
import {
  type UpgradeAction,
  type UpgradeBatchState,
  type UpgradeStep,
  upgradeAction,
} from '../../contract/codes.ts';
import { upgradeBatchResult, upgradeBatchWorkflow, upgradeStepResult } from '../../contract/workflow.ts';
import type { StepCounts } from '../streams/upgrade.ts';
import {
  answered,
  isAheadOf,
  isFree,
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
import {
  type ActionEvent,
  type DoneEvent,
  type EndAhead,
  type WorkflowSpec,
  workflowStates,
} from './workflow.ts';

/** State of a batch and progress of its terminals, as the live feed reports them. */
export interface UpgradeFacts {
  state: UpgradeBatchState;
  counts: Readonly<StepCounts>;
}

export interface UpgradeInput {
  facts: UpgradeFacts;
  /** Sends the action to the server; the API client reports refusals and failures to the user. */
  perform: (action: UpgradeAction, signal: AbortSignal, ids: RequestIds) => Promise<unknown>;
}

export type UpgradeMachineEvent =
  /** A person presses a button. */
  | ActionEvent<'upgrade', UpgradeAction>
  /** State by the live feed, which always takes precedence; nothing is shown before it. */
  | { type: 'upgrade.changed'; facts: UpgradeFacts }
  | DoneEvent<UpgradeAction>
  | RequestEvent;

interface Context extends UpgradeInput {
  requests: Requests<UpgradeAction>;
}

export const upgradeSpec: WorkflowSpec<'upgrade', UpgradeBatchState, UpgradeAction> = {
  prefix: 'upgrade',
  table: upgradeBatchWorkflow,
  actions: Object.values(upgradeAction),
  ends: [upgradeAction.cancel],
};

/** Cancel supersedes the other actions; each of those waits for the responses of the others. */
const kindOf = (action: UpgradeAction): RequestKind =>
  upgradeSpec.ends.includes(action) ? 'supersedes' : 'alone';

/** Counts the terminals that a retry would upgrade again (contract/workflow.ts). */
export function retryableOf(counts: Readonly<StepCounts>): number {
  return (Object.entries(counts) as [UpgradeStep, number][])
    .filter(([step]) => upgradeStepResult(step, 'retry') !== null)
    .reduce((sum, [, count]) => sum + count, 0);
}

/**
 * State machine of one upgrade batch, with the transitions of the server's table (contract/workflow.ts): a
 * button is enabled exactly when `snapshot.can()` its event. While a request has no response no other is
 * accepted, except cancel, which aborts it. Terminals move a batch as well, so its state changes only with the
 * live feed.
 */
export const upgradeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as UpgradeMachineEvent,
    input: {} as UpgradeInput,
  },
  actors: { requester: requesterOf<UpgradeAction>() },
  guards: {
    mayAct: ({ context: { facts, requests } }, action: UpgradeAction) =>
      upgradeBatchResult(facts.state, action, retryableOf(facts.counts)) !== null &&
      isFree(requests, action, kindOf(action)),
    mayEndAhead: ({ context: { requests } }, { action, after }: EndAhead<UpgradeAction>) =>
      isAheadOf(requests, action, after) && isFree(requests, action, kindOf(action)),
    is: ({ context }, state: UpgradeBatchState) => context.facts.state === state,
  },
  actions: {
    send: sendTo('requester', ({ context }, action: UpgradeAction) =>
      orderOf(context.requests, action, kindOf(action)),
    ),
    remember: assign(({ context }, action: UpgradeAction) => ({
      requests: requested(context.requests, action, kindOf(action)),
    })),
    moved: (_, __: UpgradeBatchState) => {},
  },
}).createMachine({
  id: 'upgrade',
  context: ({ input }) => ({ ...input, requests: noRequests }),
  invoke: { id: 'requester', src: 'requester', input: ({ context: { perform } }) => ({ perform }) },
  initial: 'settling',
  on: {
    'upgrade.changed': { target: '.settling', actions: assign({ facts: ({ event }) => event.facts }) },
    'request.answered': {
      actions: assign(({ context, event }) => ({ requests: answered(context.requests, event.id).requests })),
    },
    'request.overdue': {
      actions: assign(({ context, event }) => ({ requests: overdue(context.requests, event.id) })),
    },
  },
  states: workflowStates(upgradeSpec),
});
