import type { TFunction } from 'i18next';

/** The names of what uses something, and in words how many more do outside the reader's zones. */
export function userNames(names: readonly string[], elsewhere: number, t: TFunction): string[] {
  return elsewhere > 0 ? [...names, t('media.usedElsewhere', { n: elsewhere })] : [...names];
}
