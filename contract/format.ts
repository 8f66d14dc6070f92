import { offsetReader } from './schedule/zone.ts';

const pad = (value: number) => String(value).padStart(2, '0');

/** Length of the intervals for which UTC offsets are cached, seconds; lists format the times of thousands of rows. */
const STRETCH_S = 900;
/** Maximum number of cached intervals of a zone. */
const MAX_STRETCHES = 20_000;

/** Local time minus UTC at a time in epoch seconds, s. */
type OffsetOf = (seconds: number) => number;
const zones = new Map<string, OffsetOf>();

function offsetOf(timeZone: string): OffsetOf {
  let found = zones.get(timeZone);
  if (found === undefined) {
    const read = offsetReader(timeZone);
    const at = (seconds: number) => read(seconds * 1000) / 1000;
    /** Offset by interval; null: the offset changes within the interval. */
    const known = new Map<number, number | null>();
    found = (seconds) => {
      const stretch = Math.floor(seconds / STRETCH_S);
      let offset = known.get(stretch);
      if (offset === undefined) {
        if (known.size >= MAX_STRETCHES) known.clear();
        const first = at(stretch * STRETCH_S);
        offset = first === at((stretch + 1) * STRETCH_S - 1) ? first : null;
        known.set(stretch, offset);
      }
      return offset ?? at(seconds);
    };
    zones.set(timeZone, found);
  }
  return found;
}

/**
 * A timestamp in epoch seconds as YYYY-MM-DD HH:mm:ss.
 * @param none the text for none, given when the timestamp is empty (null, undefined, 0)
 * @param timeZone IANA name, e.g. the site's; the machine's own without it
 */
export function formatTimestamp(
  seconds: number | null | undefined,
  none: string,
  timeZone?: string | undefined,
): string {
  if (!seconds || !Number.isFinite(seconds)) return none;
  const date = new Date(Math.floor(seconds) * 1000);
  if (Number.isNaN(date.getTime())) return none;
  if (timeZone === undefined) {
    const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
    return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
  }
  const local = new Date(date.getTime() + offsetOf(timeZone)(date.getTime() / 1000) * 1000).toISOString();
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`;
}

/**
 * A duration in seconds as HH:MM:SS, and as seconds when under a minute. Parts of a second are dropped.
 * @param unit text after the seconds of a duration under a minute, in the user's language
 */
export function formatDuration(seconds: number, unit = 's'): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  if (whole < 60) return `${whole}${unit}`;
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
}
