import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchItemResult } from '../../../../contract/api/envelope.ts';
import { alarmPermissions } from '../../../../contract/api/permissions.ts';
import { alarmAction } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { ApiError } from '../../../api/error.ts';
import type { FloodItem } from '../../../streams/flood.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { type BatchCall, useBatch } from '../../kit/action/useBatch.ts';
import { createAlarmRequests } from '../../shared/alarms/alarmRequests.ts';
import { usePerformAlarm } from '../../shared/alarms/usePerformAlarm.ts';
import { useFaultCalls } from '../../shared/faults/useAcknowledge.ts';

/** Acknowledges alarms and faults together; the result of each is in `shown`, for `BatchResult`. */
export function useFloodAcknowledge(nameOf: (item: FloodItem) => string): {
  run: (items: readonly FloodItem[]) => Promise<void>;
  /** The account may acknowledge the item, and it can be acknowledged. */
  may: (item: FloodItem) => boolean;
  shown: ReturnType<typeof useBatch>['shown'];
} {
  const { t } = useTranslation();
  const perform = usePerformAlarm();
  const faultCalls = useFaultCalls();
  const holds = usePermission();
  /** Alarms and faults have separate ids: a batch needs one number for each. */
  const requested = useRef<readonly FloodItem[]>([]);
  const alarms = useMemo(
    () => createAlarmRequests(({ id, plan_id }, action, signal) => perform(plan_id ?? 0, id, action, signal)),
    [perform],
  );
  const calls = useMemo((): BatchCall => {
    /** Applies a refusal of the whole call to each of its items. */
    async function each(ids: readonly number[], call: () => Promise<BatchItemResult[]>) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const message = error.message || t('common.connectionFailed');
        return ids.map((id) => ({ id, ok: false, code: error.code, message }));
      }
    }
    async function alarm(id: number, row: AlarmLive): Promise<BatchItemResult[]> {
      // A machine that refuses has seen it acknowledged, or its request is under way.
      await alarms.act(row, alarmAction.acknowledge);
      return [{ id, ok: true, code: 200, message: '' }];
    }
    async function faults(numbers: readonly number[]): Promise<BatchItemResult[]> {
      const byFault = new Map(numbers.map((n) => [requested.current[n]?.fault?.id ?? 0, n]));
      const { results } = await faultCalls.batch([...byFault.keys()], 'acknowledge');
      return results.map((one) => ({ ...one, id: byFault.get(one.id) ?? one.id }));
    }
    return {
      async batch(numbers) {
        const single = numbers.flatMap((n) => {
          const row = requested.current[n]?.alarm;
          return row === undefined || row.plan_id === null ? [] : [each([n], () => alarm(n, row))];
        });
        const rest = numbers.filter((n) => requested.current[n]?.fault !== undefined);
        const answered = rest.length === 0 ? [] : [each(rest, () => faults(rest))];
        return { results: (await Promise.all([...single, ...answered])).flat() };
      },
    };
  }, [faultCalls, alarms, t]);
  const { run, failures } = useBatch(calls, () => undefined);
  return {
    shown: failures,
    may: ({ alarm, open }) =>
      alarm === undefined
        ? open && holds('operate_fault')
        : open && holds(alarmPermissions.acknowledge) && alarms.can(alarm, alarmAction.acknowledge),
    run: async (items) => {
      requested.current = items;
      await run(
        t('shell.acknowledge'),
        'acknowledge',
        items.map((item, id) => ({ id, name: nameOf(item) })),
      );
    },
  };
}
