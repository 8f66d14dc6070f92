import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { alarmAction, alarmState } from '../../contract/codes.ts';
import { alarmResult } from '../../contract/workflow.ts';
import { ApiError } from '../../src/api/error.ts';
import { type AlarmFacts, alarmMachine } from '../../src/machines/alarm.ts';
import { deferred, settled } from '../support/fakeBrowser.ts';

const actions = Object.values(alarmAction);
const quiet: AlarmFacts = {
  state: 'not_started',
  active_inputs: [],
  acknowledged: false,
  silenced: false,
  steps_left: 0,
};

function alarm(facts: Partial<AlarmFacts>) {
  const answers = new Map<string, ReturnType<typeof deferred<unknown>>>();
  const requests: string[] = [];
  const actor = createActor(alarmMachine, {
    input: {
      facts: { ...quiet, ...facts },
      perform: (action) => {
        requests.push(action);
        const answer = deferred<unknown>();
        answers.set(action, answer);
        return answer.promise;
      },
    },
  });
  actor.start();
  return { actor, requests, answers, now: () => actor.getSnapshot() };
}

/** Every combination of inputs of the workflow. */
const everything: AlarmFacts[] = Object.values(alarmState).flatMap((state) =>
  [[], [2]].flatMap((active_inputs) =>
    [false, true].flatMap((acknowledged) =>
      [false, true].flatMap((silenced) =>
        [0, 1].map((steps_left) => ({ state, active_inputs, acknowledged, silenced, steps_left })),
      ),
    ),
  ),
);

describe('alarm machine of a plan', () => {
  test('machine and table agree on every action in every situation', () => {
    for (const facts of everything) {
      const { now } = alarm(facts);
      expect(now().value).toBe(facts.state);
      for (const action of actions)
        expect(now().can({ type: `alarm.${action}` }), `${action} in ${JSON.stringify(facts)}`).toBe(
          'to' in alarmResult(facts.state, action, facts),
        );
    }
  });

  test('an action is sent once, blocks no other, and changes nothing before the live feed reports it', async () => {
    const { actor, requests, answers, now } = alarm({ state: 'alarming' });
    actor.send({ type: 'alarm.silence' });
    actor.send({ type: 'alarm.silence' });
    actor.send({ type: 'alarm.acknowledge' });
    expect(requests).toEqual(['silence', 'acknowledge']);
    expect(now().context.requests.open.map(({ action }) => action)).toEqual(['silence', 'acknowledge']);
    answers.get('silence')?.resolve(null);
    await settled();
    expect(now().context.requests.open.map(({ action }) => action)).toEqual(['acknowledge']);
    expect(now().context.facts.silenced).toBe(false);
    actor.send({ type: 'alarm.changed', facts: { ...quiet, state: 'reset' } });
    expect(now().value).toBe('reset');
  });

  test('a refusal stays until it is dismissed or the action is repeated', async () => {
    const { actor, answers, now } = alarm({ state: 'alarming' });
    actor.send({ type: 'alarm.reset' });
    answers.get('reset')?.reject(new ApiError({ code: 999, message: 'input 3 is active' }));
    await settled();
    expect(now().context.failure).toMatchObject({ action: 'reset', error: { code: 999 } });
    actor.send({ type: 'alarm.dismiss' });
    expect(now().context.failure).toBeNull();
    expect(now().can({ type: 'alarm.reset' })).toBe(true);
  });
});
