import type { TFunction } from 'i18next';

/** Longest name (contract/rules/rules.ts `requiredText`), characters. */
const longest = 50;

/** Proposed name of a copy. */
export function copyName(name: string, t: TFunction): string {
  return [...t('schedule.copyOf', { name })].slice(0, longest).join('');
}
