import type { TFunction } from 'i18next';
import { formatTimestamp } from '../../../../contract/format.ts';

/** Range of time in the filters of a log, epoch seconds. */
export function rangeOf(filters: Readonly<Record<string, string>>) {
  const seconds = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return { from: seconds(filters.from), to: seconds(filters.to) };
}

/** Describes the ends of the range, for the list of filters without matches. */
export function rangeWords(t: TFunction, timeZone: string) {
  const at = (value: string) => formatTimestamp(Number(value), t('common.none'), timeZone);
  return {
    from: (value: string) => `${t('kit.from')} ${at(value)}`,
    to: (value: string) => `${t('kit.to')} ${at(value)}`,
  };
}
