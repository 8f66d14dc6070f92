import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { waitFor } from 'xstate';
import type { UpgradeAction } from '../../../contract/codes.ts';
import { isOpen } from '../../machines/requests.ts';
import { type UpgradeFacts, upgradeMachine } from '../../machines/upgrade.ts';
import { useApp } from '../app/AppContext.tsx';
import { useRequestNames } from '../kit/useRequestNames.ts';

/** The buttons of one batch, told of what the live feed says. Give the component that uses it the batch's id as key. */
export function useUpgradeControl(id: number, facts: UpgradeFacts) {
  const { api } = useApp();
  const namesOf = useRequestNames();
  const actor = useActorRef(upgradeMachine, {
    input: {
      facts,
      perform: (action, signal, ids) => api.post(`/v1/upgrade/${id}/${action}`, namesOf(ids), { signal }),
    },
  });
  useEffect(() => actor.send({ type: 'upgrade.changed', facts }), [actor, facts]);
  const snapshot = useSelector(actor, (state) => state);
  return {
    /** The state allows it, and no other request holds it back. */
    can: (action: UpgradeAction) => snapshot.can({ type: 'upgrade.act', action }),
    /** Asks for it; resolves when the answer is there, or another action has taken it back. */
    async act(action: UpgradeAction): Promise<void> {
      const before = actor.getSnapshot().context.requests.last;
      actor.send({ type: 'upgrade.act', action });
      const { last } = actor.getSnapshot().context.requests;
      // One that leaves the screen waits for nothing more.
      if (last !== before)
        await waitFor(actor, (state) => !isOpen(state.context.requests, last)).catch(() => undefined);
    },
  };
}
