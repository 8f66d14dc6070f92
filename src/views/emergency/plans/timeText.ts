import type { TFunction } from 'i18next';

/** Formats the time of a stage, seconds after the trigger; null: by hand. */
export function timeText(at_s: number | null, t: TFunction): string {
  if (at_s === null) return t('alarm.byHand');
  if (at_s < 120) return t('alarmPlan.plus', { n: at_s });
  const [minutes, seconds] = [Math.floor(at_s / 60), at_s % 60];
  return `+${minutes}:${String(seconds).padStart(2, '0')}`;
}
