/** Options that i18next passes to the formatter. */
interface Forms {
  one?: string;
  other?: string;
}

/**
 * The formatter `noun` of the locales, for languages in which a noun follows its number:
 * `{{n}} {{n, noun(one: zone; other: zones)}}` is "1 zone" and "2 zones". A sentence may count several things, which
 * i18next's own plural keys cannot do, and Chinese and Korean, which have no plural, need no second key.
 * `value` is a number, or a number as it is written in the text.
 */
export function noun(value: unknown, _language: string | undefined, { one = '', other = '' }: Forms): string {
  return String(value) === '1' ? one : other;
}
