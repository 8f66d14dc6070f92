import { formatTimestamp } from '../../../../contract/format.ts';

/** Formats a time for a field of type `datetime-local`, in a time zone; empty for none. */
export function toLocal(seconds: number | undefined, timeZone: string): string {
  return formatTimestamp(seconds, '', timeZone).replace(' ', 'T');
}

/**
 * Parses the value of a field of type `datetime-local` in a time zone to epoch seconds; undefined when it is
 * empty or no time. A time that a clock change skips is taken as just after it.
 */
export function fromLocal(text: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${text}Z`) / 1000;
  if (text === '' || Number.isNaN(asUtc)) return undefined;
  const offsetAt = (seconds: number) => Date.parse(`${toLocal(seconds, timeZone)}Z`) / 1000 - seconds;
  // The offset at the time itself is found from the one a day before or after it, whichever leads to the same
  // text.
  for (const near of [asUtc - 86_400, asUtc + 86_400]) {
    const found = asUtc - offsetAt(near);
    if (asUtc - offsetAt(found) === found) return found;
  }
  return asUtc - offsetAt(asUtc - 86_400);
}
