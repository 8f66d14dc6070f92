import { formatTimestamp } from '../../../../contract/format.ts';

const DAY_S = 86_400;
/** Distances between ticks, s. */
const steps = [
  300,
  900,
  1800,
  3600,
  7200,
  10_800,
  21_600,
  43_200,
  ...[1, 2, 7, 28, 84].map((n) => n * DAY_S),
];

export interface Tick {
  /** Place, as a share of the range. */
  share: number;
  /** HH:mm, or MM-DD where ticks are days apart, in the time zone. */
  text: string;
}

/** Round times of a time zone in a range (epoch s), `most` of them or fewer, none at the very ends. */
export function ticksBetween(from: number, to: number, most: number, timeZone: string): Tick[] {
  const step = steps.find((one) => (to - from) / one <= most) ?? 84 * DAY_S;
  const face = step < DAY_S ? ([11, 16] as const) : ([5, 10] as const);
  const local = (at: number) => Date.parse(`${formatTimestamp(at, '', timeZone).replace(' ', 'T')}Z`) / 1000;
  const offset = local(from) - from;
  const first = Math.ceil((from + offset) / step) * step - offset;
  const ticks: Tick[] = [];
  for (let at = first; at <= to; at += step) {
    const share = (at - from) / (to - from);
    if (share > 0.03 && share < 0.97)
      ticks.push({ share, text: formatTimestamp(at, '', timeZone).slice(...face) });
  }
  return ticks;
}
