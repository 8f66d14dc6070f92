import { useActorRef } from '@xstate/react';
import { useRef } from 'react';
import { rolloutMachine } from '../../../machines/rollout.ts';

/**
 * Begins an upgrade by its machine. The returned function resolves to the batch, or to null where the machine
 * refuses, because the beginning is under way or done. It rejects with the server's error.
 */
export function useRollout<Body, Batch>(
  begin: (body: Body) => Promise<Batch>,
): (body: Body) => Promise<Batch | null> {
  const send = useRef<() => Promise<unknown>>(async () => null);
  const actor = useActorRef(rolloutMachine, { input: { perform: () => send.current() } });
  return async (body) => {
    const sent: Promise<Batch>[] = [];
    send.current = () => {
      const work = begin(body);
      sent.push(work);
      return work;
    };
    actor.send({ type: 'rollout.begin' });
    const [work] = sent;
    return work === undefined ? null : await work;
  };
}
