import type { TFunction } from 'i18next';

/** Names of the users of something, and the number of those outside the account's zones. */
export function userNames(names: readonly string[], elsewhere: number, t: TFunction): string[] {
  return elsewhere > 0 ? [...names, t('media.usedElsewhere', { n: elsewhere })] : [...names];
}
