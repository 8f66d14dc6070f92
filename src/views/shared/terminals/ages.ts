import type { TFunction } from 'i18next';

/** Formats an age in ms: 0.4 s, 13 m 27 s, 1 h 31 m, 3 d 4 h. */
export function ageText(ms: number, t: TFunction): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return t('devices.ageS', { s: seconds.toFixed(1) });
  if (seconds < 60) return t('devices.ageS', { s: Math.floor(seconds) });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t('devices.ageMS', { m: minutes, s: Math.floor(seconds % 60) });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t('devices.ageHM', { h: hours, m: minutes % 60 });
  return t('devices.ageDH', { d: Math.floor(hours / 24), h: hours % 24 });
}
