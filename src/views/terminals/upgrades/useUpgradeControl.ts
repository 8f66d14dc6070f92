import { useActorRef, useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { waitFor } from 'xstate';
import type { UpgradeAction, UpgradeBatchState } from '../../../../contract/codes.ts';
import { isOpen } from '../../../machines/requests.ts';
import { type UpgradeFacts, upgradeMachine } from '../../../machines/upgrade.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useRequestNames } from '../../kit/rows/useRequestNames.ts';

/** Controls of one batch, fed by the live feed. The component that uses it needs the batch's id as key. */
export function useUpgradeControl(id: number, facts: UpgradeFacts) {
  const { api } = useApp();
  const namesOf = useRequestNames();
  const actor = useActorRef(upgradeMachine, {
    input: {
      facts,
      perform: (action, signal, ids) => api.post(`/v1/upgrade/${id}/${action}`, namesOf(ids), { signal }),
    },
  });
  // Before the paint: no frame offers the actions of the state before.
  useLayoutEffect(() => actor.send({ type: 'upgrade.changed', facts }), [actor, facts]);
  const snapshot = useSelector(actor, (state) => state);
  return {
    /** The batch is in the state, as the live feed reported it. */
    matches: (state: UpgradeBatchState) => snapshot.matches(state),
    /** The state allows the action, and no other request blocks it. */
    can: (action: UpgradeAction) => snapshot.can({ type: `upgrade.${action}` }),
    /** Sends the action; resolves at the response, or when another action has aborted it. */
    async act(action: UpgradeAction): Promise<void> {
      const before = actor.getSnapshot().context.requests.last;
      actor.send({ type: `upgrade.${action}` });
      const { last } = actor.getSnapshot().context.requests;
      // A screen that is left waits for nothing more.
      if (last !== before)
        await waitFor(actor, (state) => !isOpen(state.context.requests, last)).catch(() => undefined);
    },
  };
}
export type UpgradeControl = ReturnType<typeof useUpgradeControl>;
