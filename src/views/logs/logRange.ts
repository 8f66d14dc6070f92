import type { TFunction } from 'i18next';
import { formatTimestamp } from '../../../contract/format.ts';

/** The range of time that a log's filters hold, epoch seconds. */
export function rangeOf(filters: Readonly<Record<string, string>>) {
  const seconds = (text: string | undefined) => (text === undefined ? undefined : Number(text));
  return { from: seconds(filters.from), to: seconds(filters.to) };
}

/** The two ends of the range in words, for the list of filters that match nothing. */
export function rangeWords(t: TFunction, timeZone: string) {
  const at = (value: string) => formatTimestamp(Number(value), t('common.none'), timeZone);
  return {
    from: (value: string) => `${t('kit.from')} ${at(value)}`,
    to: (value: string) => `${t('kit.to')} ${at(value)}`,
  };
}
