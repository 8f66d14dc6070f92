import { useActorRef } from '@xstate/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { AlarmPlanLive, StartAlarm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { alarmMachine } from '../../../machines/alarm.ts';
import { useApp } from '../../app/AppContext.tsx';
import { factsOf } from '../../shared/alarms/useAlarmControl.ts';
import { planCalls } from './planCalls.ts';

/**
 * Starts a plan as a drill, by an alarm machine of its own: a drill that is not answered never holds back the
 * start of an alarm. The returned function resolves to the drill's alarm, or to null where the machine refuses,
 * because the plan has been started. It rejects with the server's error.
 */
export function useDrill(plan: AlarmPlanLive): (body: StartAlarm) => Promise<{ alarm_id: number } | null> {
  const { api } = useApp();
  const calls = useMemo(() => planCalls(api), [api]);
  const { id, status } = plan;
  const facts = useMemo(() => factsOf(undefined, status), [status]);
  const send = useRef<(signal: AbortSignal) => Promise<unknown>>(async () => null);
  const actor = useActorRef(alarmMachine, {
    input: { facts, perform: (_, signal) => send.current(signal) },
  });
  useLayoutEffect(() => actor.send({ type: 'alarm.changed', facts }), [actor, facts]);
  return async (body) => {
    const sent: ReturnType<typeof calls.start>[] = [];
    send.current = (signal) => {
      const work = calls.start(id, body, signal);
      sent.push(work);
      return work;
    };
    actor.send({ type: 'alarm.start' });
    const [work] = sent;
    return work === undefined ? null : await work;
  };
}
