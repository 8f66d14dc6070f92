import { assign, fromPromise, setup } from 'xstate';
import {
  type UpgradeAction,
  type UpgradeBatchState,
  type UpgradeStep,
  upgradeAction,
  upgradeBatchState,
} from '../../contract/codes.ts';
import { upgradeBatchResult, upgradeStepResult } from '../../contract/workflow.ts';
import type { StepCounts } from '../streams/upgrade.ts';

/** What the live feed tells of a batch: its state, and how far its terminals are. */
export interface UpgradeFacts {
  state: UpgradeBatchState;
  counts: Readonly<StepCounts>;
}

export interface UpgradeInput {
  facts: UpgradeFacts;
  /** Asks the server for it; what it refuses or fails to do is told to the person by the API's failures. */
  perform: (action: UpgradeAction) => Promise<unknown>;
}

export type UpgradeMachineEvent =
  /** A person presses a button. */
  | { type: 'upgrade.act'; action: UpgradeAction }
  /** The live feed tells what is; it is always right, and nothing is shown before it says so. */
  | { type: 'upgrade.changed'; facts: UpgradeFacts };

interface Context extends UpgradeInput {
  /** What is under way, or was last. */
  action: UpgradeAction;
}

/** How many terminals a retry would take as new (contract/workflow.ts). */
export function retryableOf(counts: Readonly<StepCounts>): number {
  return (Object.entries(counts) as [UpgradeStep, number][])
    .filter(([step]) => upgradeStepResult(step, 'retry') !== null)
    .reduce((sum, [, count]) => sum + count, 0);
}

/**
 * The progress of one upgrade batch, gated by the same table as the server's (contract/workflow.ts): a button is
 * enabled exactly when `snapshot.can()` its event. While a request is under way (`busy`) no other is taken.
 */
export const upgradeMachine = setup({
  types: {
    context: {} as Context,
    events: {} as UpgradeMachineEvent,
    input: {} as UpgradeInput,
    tags: {} as 'busy',
  },
  actors: {
    perform: fromPromise(({ input }: { input: Pick<Context, 'perform' | 'action'> }) =>
      input.perform(input.action),
    ),
  },
  guards: {
    isAllowed: ({ context: { facts } }, action: UpgradeAction) =>
      upgradeBatchResult(facts.state, action, retryableOf(facts.counts)) !== null,
    is: ({ context }, state: UpgradeBatchState) => context.facts.state === state,
  },
}).createMachine({
  id: 'upgrade',
  context: ({ input }) => ({ ...input, action: upgradeAction.pause }),
  type: 'parallel',
  states: {
    batch: {
      initial: 'settling',
      // Here and not at the root, whose transition would leave the request that is under way.
      on: {
        'upgrade.changed': { target: '.settling', actions: assign({ facts: ({ event }) => event.facts }) },
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
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'upgrade.act': {
              guard: { type: 'isAllowed', params: ({ event }) => event.action },
              actions: assign({ action: ({ event }) => event.action }),
              target: 'performing',
            },
          },
        },
        performing: {
          tags: 'busy',
          invoke: {
            src: 'perform',
            input: ({ context: { perform, action } }) => ({ perform, action }),
            onDone: 'idle',
            onError: 'idle',
          },
        },
      },
    },
  },
});
