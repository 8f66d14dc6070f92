import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchResult } from '../../../../contract/api/envelope.ts';
import type { Fault } from '../../../../contract/entities/terminals/fault.ts';
import { useApp } from '../../app/AppContext.tsx';
import { type BatchCall, useBatch } from '../../kit/action/useBatch.ts';
import { faultText } from './faultColumns.ts';

/** Acknowledges faults in one action; failures are in `shown`, for `BatchResult`. */
export function useAcknowledge() {
  const { t } = useTranslation();
  const { api } = useApp();
  const call = useMemo(
    (): BatchCall => ({
      batch: (ids, action, more = {}, options = {}) =>
        api.post<BatchResult>('/v1/fault/batch', { ids, action, ...more }, options),
    }),
    [api],
  );
  const { run, failures } = useBatch(call, () => undefined);
  return {
    shown: failures,
    run: (faults: readonly Fault[]) =>
      run(
        t('shell.acknowledge'),
        'acknowledge',
        faults.map((fault) => ({ id: fault.id, name: faultText(t, fault) })),
      ),
  };
}
/** Tells whether a fault can be acknowledged: it is new, and stored. */
export const waits = ({ state, id }: Pick<Fault, 'state' | 'id'>) => state === 'new' && id > 0;
