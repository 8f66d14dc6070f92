import { assign, fromCallback, setup, stopChild } from 'xstate';
import { type AlarmAction, type AlarmState, alarmState } from '../../contract/codes.ts';
import { type AlarmGuard, alarmResult } from '../../contract/workflow.ts';
import type { ApiError } from '../api/error.ts';
import { asApiError } from './sessionTypes.ts';

/** What the live feed tells of a plan's alarm. */
export interface AlarmFacts extends AlarmGuard {
  state: AlarmState;
}

export interface AlarmInput {
  facts: AlarmFacts;
  /** Asks the server; rejects with what it answers instead. */
  perform: (action: AlarmAction) => Promise<unknown>;
}

export type AlarmMachineEvent =
  /** A person presses a button. */
  | { type: 'alarm.act'; action: AlarmAction }
  /** The live feed tells what is; it is always right, and nothing is shown before it says so. */
  | { type: 'alarm.changed'; facts: AlarmFacts }
  | { type: 'alarm.answered'; action: AlarmAction; error: ApiError | null }
  /** The person has read what went wrong. */
  | { type: 'alarm.dismiss' };

interface Context extends AlarmInput {
  /** Actions whose answers are not there yet: none of them is asked for twice, and none holds back another. */
  pending: readonly AlarmAction[];
  /** What the server refused last; it stays until it is dismissed or the action is taken again. */
  failure: { action: AlarmAction; error: ApiError } | null;
}

type Asked = { perform: AlarmInput['perform']; action: AlarmAction };

/**
 * The alarm of one plan (spec 4, design 8), gated by the same table as the server's (contract/workflow.ts): a button is
 * enabled exactly when `snapshot.can()` its event. Alarm actions know no debounce and no loading mask.
 */
export const alarmMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AlarmMachineEvent,
    input: {} as AlarmInput,
  },
  actors: {
    perform: fromCallback<AlarmMachineEvent, Asked>(({ input: { perform, action }, sendBack }) => {
      const answer = (error: ApiError | null) => sendBack({ type: 'alarm.answered', action, error });
      perform(action).then(
        () => answer(null),
        (error: unknown) => answer(asApiError(error)),
      );
    }),
  },
  guards: {
    isAllowed: ({ context: { facts, pending } }, action: AlarmAction) =>
      !pending.includes(action) && 'to' in alarmResult(facts.state, action, facts),
    is: ({ context }, state: AlarmState) => context.facts.state === state,
  },
}).createMachine({
  id: 'alarm',
  context: ({ input }) => ({ ...input, pending: [], failure: null }),
  initial: 'settling',
  on: {
    'alarm.changed': { target: '.settling', actions: assign({ facts: ({ event }) => event.facts }) },
    'alarm.act': {
      guard: { type: 'isAllowed', params: ({ event }) => event.action },
      actions: assign(({ context, event, spawn }) => {
        const { action } = event;
        spawn('perform', { id: action, input: { perform: context.perform, action } });
        return { pending: [...context.pending, action], failure: null };
      }),
    },
    'alarm.answered': {
      actions: [
        stopChild(({ event }) => event.action),
        assign(({ context, event: { action, error } }) => ({
          pending: context.pending.filter((one) => one !== action),
          failure: error === null ? context.failure : { action, error },
        })),
      ],
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
