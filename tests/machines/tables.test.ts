import { describe, expect, test } from 'vitest';
import { type AnyActorLogic, createActor } from 'xstate';
import { playStatus, ttsAuthorization, upgradeBatchState } from '../../contract/codes.ts';
import {
  alarmWorkflow,
  playbackWorkflow,
  ttsAuthorizationWorkflow,
  upgradeBatchWorkflow,
} from '../../contract/workflow.ts';
import { alarmMachine, alarmSpec } from '../../src/machines/alarm.ts';
import { playbackMachine, playbackNames, playbackSpec } from '../../src/machines/playback.ts';
import { rolloutMachine, rolloutSpec } from '../../src/machines/rollout.ts';
import { ttsAuthorizationMachine, ttsAuthorizationSpec } from '../../src/machines/ttsAuthorization.ts';
import { upgradeMachine, upgradeSpec } from '../../src/machines/upgrade.ts';
import { isMovedByActions, type WorkflowSpec } from '../../src/machines/workflow.ts';
import { settled } from '../support/fakeBrowser.ts';

type Spec = WorkflowSpec<string, string, string>;

interface Case {
  spec: Spec;
  /** Machine whose known state is `name`; data allow every action. */
  start: (name: string, perform: (action: string) => Promise<unknown>) => ReturnType<typeof createActor>;
  /** Payload of an action. */
  more?: object;
}

const machineOf = (logic: AnyActorLogic, input: object) =>
  createActor(logic, { input: input as never }).start();
const statusOf = (name: string) => Object.values(playStatus).find((one) => playbackNames[one] === name);

const cases: Record<string, Case> = {
  alarm: {
    spec: alarmSpec as Spec,
    start: (state, perform) => {
      const facts = { state, active_inputs: [], acknowledged: false, silenced: false, steps_left: 1 };
      return machineOf(alarmMachine, { facts, perform });
    },
  },
  playback: {
    spec: playbackSpec as Spec,
    start: (name, perform) => machineOf(playbackMachine, { status: statusOf(name), perform }),
  },
  upgrade: {
    spec: upgradeSpec as Spec,
    start: (state, perform) => {
      const facts = { state, counts: { upgrade_failed: 1 } };
      return machineOf(upgradeMachine, { facts, perform });
    },
  },
  ttsAuthorization: {
    spec: ttsAuthorizationSpec as Spec,
    more: { licenses: 2 },
    start: (state, perform) => {
      const licenses = state === ttsAuthorization.opened ? 1 : 0;
      const send = ({ action }: { action: string }) => perform(action);
      return machineOf(ttsAuthorizationMachine, { licenses, online: true, perform: send });
    },
  },
  rollout: {
    spec: rolloutSpec as Spec,
    start: (name, perform) => {
      const actor = machineOf(rolloutMachine, { perform: () => perform('begin') });
      if (name !== 'planned') actor.send({ type: 'done.begin' });
      return actor;
    },
  },
};

/** Every state with every key of the whole table: actions of a person, and events of the server. */
const all = Object.entries(cases).flatMap(([machine, one]) => {
  const keys = [...new Set(Object.values(one.spec.table).flatMap((row) => Object.keys(row)))];
  return Object.keys(one.spec.table).flatMap((state) => keys.map((key) => ({ machine, state, key })));
});

const stateOf = (actor: ReturnType<typeof createActor>): unknown => {
  const { value } = actor.getSnapshot() as { value: string | { authorization: string } };
  return typeof value === 'string' ? value : value.authorization;
};

describe('every state and every event', () => {
  test.each(all)('$machine, $state: $key as the table says', async ({ machine, state, key }) => {
    const { spec, start, more } = cases[machine] as Case;
    const sent: string[] = [];
    const actor = start(state, async (action) => void sent.push(action));
    expect(stateOf(actor)).toBe(state);
    // Silence and its end exclude each other by data; an alarm that is not silenced can only be silenced.
    const isByData = key === 'unsilence';
    const to = spec.table[state]?.[key];
    const isAction = spec.actions.includes(key);
    const isTaken = isAction && to !== undefined && !isByData;
    const event = { type: `${spec.prefix}.${key}`, ...more };
    expect((actor.getSnapshot() as { can(event: object): boolean }).can(event)).toBe(isTaken);
    actor.send(event);
    expect(sent).toEqual(isTaken ? [key] : []);
    // Nothing is shown before the answer; then the result, where only actions move the state.
    expect(stateOf(actor)).toBe(state);
    await settled();
    expect(stateOf(actor)).toBe(isTaken && isMovedByActions(spec) ? to : state);
    actor.stop();
  });

  test('an answer that the table does not foresee in the present state moves nothing', () => {
    const actor = machineOf(playbackMachine, { status: playStatus.free, perform: async () => null });
    actor.send({ type: 'done.paused' });
    expect(stateOf(actor)).toBe('free');
  });

  test('the machines have the tables that the server enforces', () => {
    expect(alarmSpec.table).toBe(alarmWorkflow);
    expect(upgradeSpec.table).toBe(upgradeBatchWorkflow);
    expect(ttsAuthorizationSpec.table).toBe(ttsAuthorizationWorkflow);
    for (const status of Object.values(playStatus))
      expect(playbackSpec.table[playbackNames[status]]).toEqual(
        Object.fromEntries(
          Object.entries(playbackWorkflow[status]).map(([action, to]) => [action, playbackNames[to]]),
        ),
      );
  });
});

describe('what is shown before and after the answer', () => {
  test('an answer counts only where nothing but actions moves the state', () => {
    const counts = Object.entries(cases).filter(([, { spec }]) => isMovedByActions(spec));
    expect(counts.map(([name]) => name)).toEqual(['playback', 'ttsAuthorization', 'rollout']);
  });

  test('an answer that comes after newer news of the live feed moves nothing', async () => {
    let answer: (value: unknown) => void = () => {};
    const perform = () => new Promise((resolve) => (answer = resolve));
    const actor = createActor(ttsAuthorizationMachine, { input: { licenses: 1, online: true, perform } });
    actor.start();
    actor.send({ type: 'authorization.grant', licenses: 3 });
    // Granted, and granted again by another person, before the answer is read.
    actor.send({ type: 'authorization.changed', licenses: 3, online: true });
    actor.send({ type: 'authorization.changed', licenses: 5, online: true });
    answer(null);
    await settled();
    expect(actor.getSnapshot().context.licenses).toBe(5);
    actor.send({ type: 'authorization.grant', licenses: 4 });
    answer(null);
    await settled();
    expect(actor.getSnapshot().context.licenses).toBe(4);
  });

  test('news of the live feed lead to any state, from any state', () => {
    const states = Object.values(upgradeBatchState);
    for (const from of states)
      for (const state of states) {
        const actor = machineOf(upgradeMachine, {
          facts: { state: from, counts: {} },
          perform: async () => null,
        });
        actor.send({ type: 'upgrade.changed', facts: { state, counts: {} } });
        expect(stateOf(actor)).toBe(state);
      }
  });
});
