import { useTranslation } from 'react-i18next';
import { groupFaults } from '../../streams/faultLines.ts';
import type { FloodGroup, FloodGrouping, FloodItem } from '../../streams/flood.ts';
import { alarmStatus } from '../alarms/alarmStatus.ts';
import { useApp } from '../app/AppContext.tsx';
import { faultText } from '../faults/faultColumns.ts';
import { useFaultWords } from '../faults/useFaultLines.ts';
import { useNamedRows } from '../kit/useNamedRows.ts';

/** What an item and a group of the flood are called; `detail` is what the faults of one cause have in common. */
export function useFloodWords(): {
  item: (item: FloodItem) => string;
  group: (by: FloodGrouping, group: FloodGroup) => { name: string; detail: string };
} {
  const { t } = useTranslation();
  const { streams } = useApp();
  const words = useFaultWords();
  const zones = useNamedRows(streams.partition);
  const plans = useNamedRows(streams.alarmPlan);
  const nameOf = (rows: typeof zones | typeof plans, key: string) =>
    rows?.find(({ id }) => String(id) === key)?.name ?? `#${key}`;

  function item({ alarm, ended, fault }: FloodItem): string {
    if (alarm !== undefined) return `${t(`status.${alarmStatus(alarm)}`)}: ${alarm.plan_name}`;
    if (ended !== undefined)
      return t(ended.drill === 'none' ? 'flood.endedAlarm' : 'flood.endedDrill', { name: ended.plan_name });
    return fault === undefined ? '' : faultText(t, fault);
  }
  function causeOf({ key, items, first }: FloodGroup) {
    const faults = items.flatMap(({ fault }) => fault ?? []);
    const kind = faults[0]?.kind;
    if (kind === undefined || faults.length === 1) return { name: item(first), detail: '' };
    // They are one line already; what is shown of it may be a part.
    const kept = { key, kind, faults, since: 0, latest: 0, zones: [], subnet: '' };
    const [line = kept] = groupFaults([kept], faults);
    return { name: words.line(line), detail: words.detail(line) };
  }
  return {
    item,
    group(by, group) {
      if (by === 'cause') return causeOf(group);
      const { key } = group;
      const name = () => {
        if (by === 'kind') return key === 'alarm' ? t('flood.alarms') : t(`faults.kind.${key}`);
        if (key === '') return t(by === 'zone' ? 'flood.noZone' : 'flood.noPlan');
        return nameOf(by === 'zone' ? zones : plans, key);
      };
      return { name: name(), detail: '' };
    },
  };
}
