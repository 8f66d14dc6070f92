import type { TFunction } from 'i18next';
import { type DrillMode, drillMode } from '../../../contract/codes.ts';
import type { AlarmEventRow } from '../../../contract/entities/alarm.ts';
import { inputLabel } from './inputLabel.ts';

/** A silent drill sounds nowhere: its terminals confirm what they would have played. */
const silentKeys: Readonly<Record<string, string>> = { alarming: 'silentDrill', reached: 'confirmed' };

/** What happened in an alarm, in words: inputs by number and name. */
export function eventText(
  t: TFunction,
  { kind, params }: Pick<AlarmEventRow, 'kind' | 'params'>,
  drill: DrillMode,
): string {
  const key = (drill === drillMode.silent ? silentKeys[kind] : undefined) ?? kind;
  const { input, name } = params;
  if (input === undefined) return t(`alarmEvent.${key}`, { ...params });
  const names = { [String(input)]: String(name ?? '') };
  return t(`alarmEvent.${key}`, { ...params, input: inputLabel({ input_names: names }, Number(input)) });
}
