import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { type AlarmAction, alarmState } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/alarm.ts';
import { alarmPermissions } from '../../../contract/permissions.ts';
import type { ApiError } from '../../api/error.ts';
import { type AlarmFacts, alarmMachine } from '../../machines/alarm.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';

/** What the workflow depends on, of a plan whose alarm runs, or of one that does not. */
export function factsOf(alarm: AlarmLive | undefined): AlarmFacts {
  // What the inputs of a lost fire terminal are nobody knows: they hold no person back (server/emergency/alarms.ts).
  const isLost = alarm !== undefined && alarm.device_id !== null && !alarm.device_online;
  return {
    state: alarm?.state ?? alarmState.notStarted,
    active_inputs: isLost ? [] : (alarm?.active_inputs ?? []),
    acknowledged: alarm !== undefined && alarm.acknowledged_at !== null,
    silenced: alarm?.silenced ?? false,
    steps_left: alarm === undefined ? 0 : alarm.steps - alarm.step,
  };
}

export interface AlarmControls {
  /** The state allows it, the account may do it, and its answer is not awaited. */
  can(action: AlarmAction): boolean;
  /** The account holds the right. */
  may(action: AlarmAction): boolean;
  isPending(action: AlarmAction): boolean;
  act(action: AlarmAction): void;
  /** What the server refused; stays until it is dismissed. */
  failure: { action: AlarmAction; error: ApiError } | null;
  dismiss(): void;
}

/** The buttons of a plan's alarm. Give the component that uses it the plan's id as key. */
export function useAlarmControl(planId: number | null, alarm: AlarmLive | undefined): AlarmControls {
  const { api } = useApp();
  const holds = usePermission();
  const facts = useMemo(() => factsOf(alarm), [alarm]);
  const [state, send] = useMachine(alarmMachine, {
    input: {
      facts,
      perform: (action) => api.post(`/v1/alarm_plan/${planId}/${action}`, {}, { quiet: true }),
    },
  });
  useEffect(() => send({ type: 'alarm.changed', facts }), [send, facts]);
  const may = (action: AlarmAction) => planId !== null && holds(alarmPermissions[action]);
  return {
    may,
    can: (action) => may(action) && state.can({ type: 'alarm.act', action }),
    isPending: (action) => state.context.pending.includes(action),
    act: (action) => send({ type: 'alarm.act', action }),
    failure: state.context.failure,
    dismiss: () => send({ type: 'alarm.dismiss' }),
  };
}
