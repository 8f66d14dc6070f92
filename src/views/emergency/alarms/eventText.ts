import type { TFunction } from 'i18next';
import { type DrillMode, drillMode } from '../../../../contract/codes.ts';
import type { AlarmEventRow } from '../../../../contract/entities/tasks/alarm.ts';
import { inputLabel } from '../../shared/alarms/inputLabel.ts';

/** Texts for a silent drill: its terminals confirm what they would have played. */
const silentKeys: Readonly<Record<string, string>> = {
  alarming: 'silentDrill',
  reached: 'confirmed',
  reachedNone: 'confirmedNone',
};

/** Formats ms as seconds with tenths. */
const tenths = (ms: string | number | undefined) => (Number(ms ?? 0) / 1000).toFixed(1);

/** Locale key of the text of an event. */
function keyOf(kind: AlarmEventRow['kind'], params: AlarmEventRow['params'], drill: DrillMode): string {
  const key = kind === 'reached' && Number(params.n) === 0 ? 'reachedNone' : kind;
  return (drill === drillMode.silent ? silentKeys[key] : undefined) ?? key;
}

/** Text of an event of an alarm; inputs by number and name. */
export function eventText(
  t: TFunction,
  { kind, params }: Pick<AlarmEventRow, 'kind' | 'params'>,
  drill: DrillMode,
): string {
  const key = keyOf(kind, params, drill);
  const { input, name } = params;
  // A step without a name was stored under its number, counted from the first one after the start.
  if (kind === 'step' && (name === '' || name === String(params.step)))
    return t('alarmEvent.step', { name: t('alarm.stepN', { n: Number(params.step) + 1 }) });
  if (input === undefined) return t(`alarmEvent.${key}`, { ...params, s: tenths(params.ms) });
  const names = { [String(input)]: String(name ?? '') };
  return t(`alarmEvent.${key}`, { ...params, input: inputLabel({ input_names: names }, Number(input)) });
}
