import { useCallback } from 'react';
import { type AlarmAction, alarmAction } from '../../../../contract/codes.ts';
import type { CallOptions } from '../../../api/client.ts';
import { useApp } from '../../app/AppContext.tsx';

/** Key of the acknowledgement of an alarm in the outbox. */
export const acknowledgementKey = (alarm: number | null) => `alarm ${alarm}`;

/**
 * Returns the request of an action on the alarm of a plan; `alarm` is the id of the alarm that is meant, null to
 * start one. An acknowledgement waits for a lost link (docs/rules/live.md#a-lost-link).
 */
export function usePerformAlarm() {
  const { api, outbox } = useApp();
  return useCallback(
    (plan: number, alarm: number | null, action: AlarmAction, signal?: AbortSignal): Promise<unknown> => {
      const send = (options: CallOptions) =>
        api.post(`/v1/alarm_plan/${plan}/${action}`, alarm === null ? {} : { alarm_id: alarm }, {
          quiet: true,
          ...options,
        });
      // Aborting it would take back an acknowledgement that was pressed twice.
      if (action === alarmAction.acknowledge && alarm !== null)
        return outbox.acknowledge(acknowledgementKey(alarm), send);
      return send(signal === undefined ? {} : { signal });
    },
    [api, outbox],
  );
}
