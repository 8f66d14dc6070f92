import type { TFunction } from 'i18next';
import { formatDuration } from '../../../../contract/format.ts';

const pad = (value: number) => String(value).padStart(2, '0');

/** Parses a decimal number as typed, also with a full-width sign or a comma. Null if it is none (yet). */
export function readNumber(text: string): number | null {
  const typed = text.normalize('NFKC').trim().replace(',', '.');
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(typed) ? Number(typed) : null;
}

/** Splits seconds into hours, minutes and seconds. */
function parts(seconds: number): [number, number, number] {
  const whole = Math.max(0, Math.floor(seconds));
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
}

/** Formats a duration in ms for people, everywhere: HH:MM:SS, seconds under a minute (docs/rules/time.md#times-and-durations). */
export function durationText(t: TFunction, ms: number): string {
  return formatDuration(ms / 1000, ` ${t('common.secondsUnit')}`);
}

/** Formats minutes of a history as h:mm. */
export function minutesText(minutes: number): string {
  const [hours, rest] = parts(Math.round(minutes) * 60);
  return `${hours}:${pad(rest)}`;
}

/** Formats seconds as HH:MM:SS for an input field, also below a minute. */
export function durationInput(seconds: number): string {
  return parts(seconds).map(pad).join(':');
}

/** Parses a duration in seconds: `90`, `1:30`, `00:01:30`. Null if it is none. */
export function readDuration(text: string): number | null {
  const typed = text.trim().replaceAll('：', ':').split(':');
  if (typed.length > 3 || typed.some((part) => !/^\d{1,6}$/.test(part))) return null;
  const numbers = typed.map(Number);
  if (numbers.slice(1).some((part) => part > 59)) return null;
  return numbers.reduce((sum, part) => sum * 60 + part, 0);
}

/** Parses a time of day as `HH:MM:SS`: `8`, `8:30`, `0830`, `08:30:15`. Null if it is none. */
export function readTimeOfDay(text: string): string | null {
  const typed = text.trim().replaceAll('：', ':').replaceAll('.', ':');
  const match = /^(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?$/.exec(typed);
  if (match === null) return null;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  return hours > 23 || minutes > 59 || seconds > 59 ? null : [hours, minutes, seconds].map(pad).join(':');
}
