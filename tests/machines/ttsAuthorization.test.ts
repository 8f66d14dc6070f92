import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { ttsAuthorization } from '../../contract/codes.ts';
import { ttsAuthorizationOf, ttsAuthorizationWorkflow } from '../../contract/workflow.ts';
import { isAwaited } from '../../src/machines/requests.ts';
import {
  type TtsAuthorizationEvent,
  type TtsAuthorizationRequest,
  ttsAuthorizationMachine,
} from '../../src/machines/ttsAuthorization.ts';
import { deferred, settled } from '../support/fakeBrowser.ts';

const grant = (licenses: number): TtsAuthorizationEvent => ({ type: 'authorization.grant', licenses });
const revoke: TtsAuthorizationEvent = { type: 'authorization.revoke' };

function authorization(licenses: number, online = true) {
  const answer = deferred<unknown>();
  const requests: TtsAuthorizationRequest[] = [];
  const actor = createActor(ttsAuthorizationMachine, {
    input: {
      licenses,
      online,
      perform: (request) => {
        requests.push(request);
        return answer.promise;
      },
    },
  });
  actor.start();
  const now = () => actor.getSnapshot();
  const value = () => now().value as { authorization: string; connection: string };
  const isBusy = () => isAwaited(now().context.requests);
  return { actor, answer, requests, now, isBusy, value };
}

describe('authorization of a TTS terminal', () => {
  test.each([0, 1, 5])('with %i licences machine and table allow the same actions', (licenses) => {
    const { now, value } = authorization(licenses);
    const state = ttsAuthorizationOf(licenses);
    const allowed = [grant(1), revoke]
      .filter((event) => now().can(event))
      .map((event) => event.type.slice(14));
    expect(allowed).toEqual(Object.keys(ttsAuthorizationWorkflow[state]));
    expect(value().authorization).toBe(state);
  });

  test('a grant is sent once and shown at once; the live feed takes precedence', async () => {
    const { actor, answer, requests, isBusy, value } = authorization(0, false);
    expect(value().connection).toBe('offline');
    actor.send(grant(3));
    actor.send(grant(4));
    expect(requests).toEqual([{ action: 'grant', licenses: 3 }]);
    expect(isBusy()).toBe(true);
    answer.resolve(null);
    await settled();
    expect(isBusy()).toBe(false);
    expect(value().authorization).toBe(ttsAuthorization.opened);
    actor.send({ type: 'authorization.changed', licenses: 0, online: true });
    expect(value()).toMatchObject({ authorization: ttsAuthorization.notOpened, connection: 'online' });
  });

  test('messages of the feed do not end a request: its refusal is still shown', async () => {
    const { actor, answer, now, isBusy, value } = authorization(0);
    const refusal = new Error('not enough licences');
    actor.send(grant(3));
    actor.send({ type: 'authorization.changed', licenses: 0, online: false });
    expect(isBusy()).toBe(true);
    expect(value().connection).toBe('offline');
    answer.reject(refusal);
    await settled();
    expect(now().context.error).toBe(refusal);
  });

  test('a refusal keeps the state and shows the reason; the next request clears it', async () => {
    const { actor, answer, now, value } = authorization(2);
    const refusal = new Error('not enough licences');
    actor.send(grant(9));
    answer.reject(refusal);
    await settled();
    expect(now().context).toMatchObject({ licenses: 2, error: refusal });
    expect(value().authorization).toBe(ttsAuthorization.opened);
    actor.send(revoke);
    expect(now().context.error).toBeNull();
  });
});
