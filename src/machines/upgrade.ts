import { assign, sendTo, setup } from 'xstate';
import {
  type UpgradeAction,
  type UpgradeBatchState,
  type UpgradeStep,
  upgradeBatchState,
} from '../../contract/codes.ts';
import { upgradeBatchResult, upgradeStepResult } from '../../contract/workflow.ts';
import type { StepCounts } from '../streams/upgrade.ts';
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
  | { type: 'upgrade.act'; action: UpgradeAction }
  /** State by the live feed, which always takes precedence; nothing is shown before it. */
  | { type: 'upgrade.changed'; facts: UpgradeFacts }
  | RequestEvent;

interface Context extends UpgradeInput {
  requests: Requests<UpgradeAction>;
}

/** Cancel supersedes the other actions; each of those waits for the responses of the others. */
const kindOf = (action: UpgradeAction): RequestKind => (action === 'cancel' ? 'supersedes' : 'alone');

/** Counts the terminals that a retry would upgrade again (contract/workflow.ts). */
export function retryableOf(counts: Readonly<StepCounts>): number {
  return (Object.entries(counts) as [UpgradeStep, number][])
    .filter(([step]) => upgradeStepResult(step, 'retry') !== null)
    .reduce((sum, [, count]) => sum + count, 0);
}

/**
 * State machine of one upgrade batch, gated by the same table as the server's (contract/workflow.ts): a
 * button is enabled exactly when `snapshot.can()` its event. While a request has no response no other is
 * accepted, except cancel, which aborts it.
 */
export const upgradeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as UpgradeMachineEvent,
    input: {} as UpgradeInput,
  },
  actors: { requester: requesterOf<UpgradeAction>() },
  guards: {
    isAllowed: ({ context: { facts, requests } }, action: UpgradeAction) =>
      mayRequest(requests, action, kindOf(action), facts.state, (state, what) =>
        upgradeBatchResult(state, what, retryableOf(facts.counts)),
      ),
    is: ({ context }, state: UpgradeBatchState) => context.facts.state === state,
  },
}).createMachine({
  id: 'upgrade',
  context: ({ input }) => ({ ...input, requests: noRequests }),
  invoke: { id: 'requester', src: 'requester', input: ({ context: { perform } }) => ({ perform }) },
  initial: 'settling',
  on: {
    'upgrade.changed': { target: '.settling', actions: assign({ facts: ({ event }) => event.facts }) },
    'upgrade.act': {
      guard: { type: 'isAllowed', params: ({ event }) => event.action },
      actions: [
        sendTo('requester', ({ context, event: { action } }) =>
          orderOf(context.requests, action, kindOf(action)),
        ),
        assign(({ context, event: { action } }) => ({
          requests: requested(context.requests, action, kindOf(action)),
        })),
      ],
    },
    'request.answered': {
      actions: assign(({ context, event }) => ({ requests: answered(context.requests, event.id).requests })),
    },
    'request.overdue': {
      actions: assign(({ context, event }) => ({ requests: overdue(context.requests, event.id) })),
    },
  },
  states: {
    settling: {
      always: [
        { guard: { type: 'is', params: upgradeBatchState.running }, target: 'running' },
        { guard: { type: 'is', params: upgradeBatchState.paused }, target: 'paused' },
        { guard: { type: 'is', params: upgradeBatchState.cancelling }, target: 'cancelling' },
        { target: 'ended' },
      ],
    },
    running: {},
    paused: {},
    cancelling: {},
    ended: {},
  },
});
