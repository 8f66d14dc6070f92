import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { FloodGrouping, FloodItem } from '../../streams/flood.ts';
import { alarmStatus } from '../alarms/alarmStatus.ts';
import { useApp } from '../app/AppContext.tsx';
import { faultText } from '../faults/faultColumns.ts';
import { useNamedRows } from '../kit/useNamedRows.ts';

/** What an item and a group of the flood are called. */
export function useFloodWords(): {
  item: (item: FloodItem) => string;
  group: (by: FloodGrouping, key: string) => string;
} {
  const { t } = useTranslation();
  const { streams } = useApp();
  const zones = useNamedRows(streams.partition);
  const plans = useNamedRows(streams.alarmPlan);
  return useMemo(() => {
    const nameOf = (rows: typeof zones | typeof plans, key: string) =>
      rows?.find(({ id }) => String(id) === key)?.name ?? `#${key}`;
    return {
      item({ alarm, fault }) {
        if (alarm !== undefined) return `${t(`status.${alarmStatus(alarm)}`)}: ${alarm.plan_name}`;
        return fault === undefined ? '' : faultText(t, fault);
      },
      group(by, key) {
        if (by === 'kind') return key === 'alarm' ? t('flood.alarms') : t(`faults.kind.${key}`);
        if (key === '') return t(by === 'zone' ? 'flood.noZone' : 'flood.noPlan');
        return nameOf(by === 'zone' ? zones : plans, key);
      },
    };
  }, [t, zones, plans]);
}
