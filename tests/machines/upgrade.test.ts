import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { upgradeAction, upgradeBatchState, upgradeStep } from '../../contract/codes.ts';
import { upgradeBatchResult } from '../../contract/workflow.ts';
import { isAwaited } from '../../src/machines/requests.ts';
import { retryableOf, type UpgradeFacts, upgradeMachine } from '../../src/machines/upgrade.ts';
import { deferred, settled } from '../support/fakeBrowser.ts';

const actions = Object.values(upgradeAction);

function upgrade(facts: UpgradeFacts) {
  const answer = deferred<unknown>();
  const requests: string[] = [];
  const actor = createActor(upgradeMachine, {
    input: {
      facts,
      perform: (action) => {
        requests.push(action);
        return answer.promise;
      },
    },
  });
  actor.start();
  const now = () => actor.getSnapshot();
  const isBusy = () => isAwaited(now().context.requests);
  return { actor, answer, requests, now, isBusy, batch: () => now().value };
}

describe('progress of an upgrade batch', () => {
  test('machine and table agree on every action in every state, with each kind of terminals in it', () => {
    for (const state of Object.values(upgradeBatchState))
      for (const step of Object.values(upgradeStep)) {
        const facts = { state, counts: { [step]: 1 } };
        const { now, batch } = upgrade(facts);
        expect(batch()).toBe(state);
        for (const action of actions)
          expect(now().can({ type: `upgrade.${action}` }), `${action} in ${state} with ${step}`).toBe(
            upgradeBatchResult(state, action, retryableOf(facts.counts)) !== null,
          );
      }
  });

  test('failed, offline, unsupported and cancelled terminals can be retried, and no others', () => {
    const again = Object.values(upgradeStep).filter((step) => retryableOf({ [step]: 2 }) === 2);
    expect(again).toEqual(['upgrade_failed', 'upgrade_not_supported', 'device_not_online', 'cancelled']);
    expect(retryableOf({ waiting: 5, updating: 2, reboot_successful: 9 })).toBe(0);
  });

  test('an action is sent once, and changes nothing before the live feed reports it', async () => {
    const { actor, answer, requests, now, isBusy, batch } = upgrade({
      state: 'running',
      counts: { waiting: 3 },
    });
    actor.send({ type: 'upgrade.pause' });
    actor.send({ type: 'upgrade.pause' });
    expect(requests).toEqual(['pause']);
    expect(isBusy()).toBe(true);
    answer.resolve(null);
    await settled();
    expect(isBusy()).toBe(false);
    expect(batch()).toBe('running');
    actor.send({ type: 'upgrade.changed', facts: { state: 'paused', counts: { waiting: 3 } } });
    expect(batch()).toBe('paused');
    expect(now().can({ type: 'upgrade.resume' })).toBe(true);
  });

  test('an action that the state forbids is not sent, and a refusal changes nothing', async () => {
    const { actor, answer, requests, isBusy, batch } = upgrade({
      state: 'ended',
      counts: { upgrade_failed: 1 },
    });
    actor.send({ type: 'upgrade.pause' });
    expect(requests).toEqual([]);
    actor.send({ type: 'upgrade.retry' });
    answer.reject(new Error('the package is gone'));
    await settled();
    expect(requests).toEqual(['retry']);
    expect(isBusy()).toBe(false);
    expect(batch()).toBe('ended');
  });

  test('progress continues while a request is pending', () => {
    const { actor, batch, now, isBusy } = upgrade({ state: 'running', counts: { updating: 1 } });
    actor.send({ type: 'upgrade.cancel' });
    actor.send({ type: 'upgrade.changed', facts: { state: 'ended', counts: { reboot_successful: 1 } } });
    expect(batch()).toBe('ended');
    expect(isBusy()).toBe(true);
    expect(now().context.facts.counts).toEqual({ reboot_successful: 1 });
  });
});
