/**
 * Time zone of the site for schedules: converts local times to instants. Instants are ms since 1970, local times
 * are a day number (calendar.ts) and a second of that day.
 */
export interface Zone {
  /** IANA name. */
  readonly name: string;
  /** Local time minus UTC at an instant, ms. */
  offsetAt(instant: number): number;
  /**
   * Instant of a local time. A time that daylight saving skips gives the first valid instant after it; an ambiguous
   * time gives the earlier instant.
   */
  instantOf(day: number, second: number): number;
  /** The local day of an instant. */
  dayAt(instant: number): number;
}

const DAY_MS = 86_400_000;
/** Maximum number of days whose offsets are cached; beyond it the cache is cleared. */
const MAX_DAYS = 5_000;
/** Maximum number of instants whose days are cached. */
const MAX_INSTANTS = 16;

/** Reads the offset of a zone at an instant, both in ms. @throws RangeError for a name that is no time zone */
export function offsetReader(name: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = /(\d+)\/(\d+)\/(\d+), (\d+):(\d+):(\d+)/;
  return (instant) => {
    const whole = Math.floor(instant / 1000) * 1000;
    const match = parts.exec(format.format(whole));
    if (match === null) throw new RangeError(`${instant} is no time`);
    const [month, day, year, hour, minute, second] = match.slice(1).map(Number) as number[];
    return (
      Date.UTC(year as number, (month as number) - 1, day as number, hour, minute, second as number) - whole
    );
  };
}

/** @throws RangeError for a name that is no time zone */
export function createZone(name: string): Zone {
  const offsetAt = offsetReader(name);
  /** Offset of a local day and its neighbours; null: the offset changes there. */
  const offsets = new Map<number, number | null>();

  function offsetOf(day: number): number | null {
    let offset = offsets.get(day);
    if (offset === undefined) {
      const before = offsetAt((day - 1) * DAY_MS);
      offset = before === offsetAt((day + 2) * DAY_MS) ? before : null;
      if (offsets.size >= MAX_DAYS) offsets.clear();
      offsets.set(day, offset);
    }
    return offset;
  }

  /** The first instant after `from`, at most `to`, with another offset than `from`. */
  function changeAfter(from: number, to: number): number {
    const old = offsetAt(from);
    let [low, high] = [from, to];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === old) low = middle;
      else high = middle;
    }
    return high;
  }

  /** Cache of days by instant; thousands of tasks are evaluated for the same instants. */
  const days = new Map<number, number>();

  return {
    name,
    offsetAt,
    instantOf(day, second) {
      const local = day * DAY_MS + second * 1000;
      const offset = offsetOf(day);
      if (offset !== null) return local - offset;
      const [from, to] = [local - DAY_MS, local + DAY_MS];
      const [old, next] = [offsetAt(from), offsetAt(to)];
      // The old offset gives the earlier of two instants when the clocks go back.
      if (offsetAt(local - old) === old) return local - old;
      if (offsetAt(local - next) === next) return local - next;
      return changeAfter(from, to);
    },
    dayAt(instant) {
      let day = days.get(instant);
      if (day === undefined) {
        day = Math.floor((instant + offsetAt(instant)) / DAY_MS);
        if (days.size >= MAX_INSTANTS) days.clear();
        days.set(instant, day);
      }
      return day;
    },
  };
}
