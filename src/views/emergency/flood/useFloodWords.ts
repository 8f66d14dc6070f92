import { useTranslation } from 'react-i18next';
import type { FloodGroup, FloodGrouping, FloodItem } from '../../../streams/flood.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useNamedRows } from '../../kit/rows/useNamedRows.ts';
import { sentenceText } from '../../shared/alarms/sentences.ts';
import { faultText } from '../../shared/faults/faultColumns.ts';
import { useFaultWords } from '../../shared/faults/useFaultLines.ts';
import { alarmSentence, lineOf } from './floodSentences.ts';

/**
 * Names of the items and groups of a flood; `detail` describes what the faults of one cause have in common.
 */
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

  function item(one: FloodItem): string {
    const sentence = alarmSentence(one);
    if (sentence !== null && one.alarm !== undefined)
      return `${sentenceText(t, sentence)}: ${one.alarm.plan_name}`;
    if (sentence !== null) return sentenceText(t, sentence);
    return one.fault === undefined ? '' : faultText(t, one.fault);
  }
  function causeOf(group: FloodGroup) {
    const line = lineOf(group);
    if (line === null) return { name: item(group.first), detail: '' };
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
