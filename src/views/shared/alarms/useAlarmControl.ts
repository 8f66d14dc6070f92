import { useMachine } from '@xstate/react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { alarmPermissions } from '../../../../contract/api/permissions.ts';
import { type AlarmAction, type AlarmState, alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { type AlarmFacts, alarmMachine } from '../../../machines/alarm.ts';
import { isAwaited } from '../../../machines/requests.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { acknowledgementKey, usePerformAlarm } from './usePerformAlarm.ts';

/**
 * Inputs of the workflow for a plan with or without a running alarm.
 *
 * @param status state of the plan, where its alarm is not known
 */
export function factsOf(
  alarm: AlarmLive | undefined,
  status: AlarmState = alarmState.notStarted,
): AlarmFacts {
  // The inputs of a lost fire terminal are unknown: they block no action (server/air/emergency/machine/alarms.ts).
  const isLost = alarm !== undefined && alarm.device_id !== null && !alarm.device_online;
  return {
    state: alarm?.state ?? status,
    active_inputs: isLost ? [] : (alarm?.active_inputs ?? []),
    acknowledged: alarm !== undefined && alarm.acknowledged_at !== null,
    silenced: alarm?.silenced ?? false,
    steps_left: alarm === undefined ? 0 : alarm.steps - alarm.step,
  };
}

export interface AlarmControls {
  /** The state allows the action, the account has the permission, and no response to it is pending. */
  can(action: AlarmAction): boolean;
  /** The machine is in the state, as the live feed reported it. */
  matches(state: AlarmState): boolean;
  /** The account has the permission. */
  may(action: AlarmAction): boolean;
  isPending(action: AlarmAction): boolean;
  act(action: AlarmAction): void;
  /** Refusal by the server, or a missing response; stays until it is dismissed. `sentence`: with the action. */
  failure: { action: AlarmAction; text: string; sentence: string } | null;
  dismiss(): void;
}

/**
 * Controls of a plan's alarm. The component that uses it needs the plan's id as key.
 *
 * @param status state of the plan, where its alarm is not known
 */
export function useAlarmControl(
  planId: number | null,
  alarm: AlarmLive | undefined,
  status?: AlarmState,
): AlarmControls {
  const { t } = useTranslation();
  const { outbox } = useApp();
  const request = usePerformAlarm();
  const waiting = useObservable(outbox.waiting$, outbox.waiting$.value);
  const holds = usePermission();
  const facts = useMemo(() => factsOf(alarm, status), [alarm, status]);
  // The machine takes its input once; the alarm of the plan may begin later.
  const latest = useRef(alarm);
  latest.current = alarm;
  const [state, send] = useMachine(alarmMachine, {
    input: {
      facts,
      perform: (action, signal) =>
        request(planId ?? 0, action === 'start' ? null : (latest.current?.id ?? null), action, signal),
    },
  });
  // Before the paint: no frame offers the actions of the state before.
  useLayoutEffect(() => send({ type: 'alarm.changed', facts }), [send, facts]);
  const { requests } = state.context;
  const failed = state.context.failure;
  const reason =
    failed?.error === null
      ? t(waiting.has(acknowledgementKey(alarm?.id ?? null)) ? 'unsent.waits' : 'common.noAnswerYet')
      : failed?.error.message || t('common.connectionFailed');
  const may = (action: AlarmAction) => planId !== null && holds(alarmPermissions[action]);
  return {
    may,
    matches: (name) => state.matches(name),
    can: (action) => may(action) && state.can({ type: `alarm.${action}` }),
    isPending: (action) => isAwaited(requests, action),
    act: (action) => send({ type: `alarm.${action}` }),
    failure: failed && {
      action: failed.action,
      text: reason,
      sentence: t('alarm.requestUnconfirmed', { action: t(`codes.alarmAction.${failed.action}`), reason }),
    },
    dismiss: () => send({ type: 'alarm.dismiss' }),
  };
}
