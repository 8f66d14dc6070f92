const pad = (value: number) => String(value).padStart(2, '0');

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    // sv-SE writes ISO order; the parts are joined below, so only the 24-hour clock matters here
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/**
 * Spec 9: a timestamp in epoch seconds as YYYY-MM-DD HH:mm:ss.
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
  const part = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  return `${part.year}-${part.month}-${part.day} ${part.hour}:${part.minute}:${part.second}`;
}

/**
 * Spec 9: a duration in seconds as HH:MM:SS, and as seconds when under a minute. Parts of a second are dropped.
 * @param unit text after the seconds of a duration under a minute, in the user's language
 */
export function formatDuration(seconds: number, unit = 's'): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  if (whole < 60) return `${whole}${unit}`;
  return `${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
}
