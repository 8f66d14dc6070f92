import type { TFunction } from 'i18next';

/** Longest name (contract/rules.ts `requiredText`), characters. */
const longest = 50;

/** What the copy of something is called until it is given another name. */
export function copyName(name: string, t: TFunction): string {
  return [...t('schedule.copyOf', { name })].slice(0, longest).join('');
}
