/** Level of a loudspeaker as the meter shows it. */
export interface LevelView {
  /** Level in dBFS; null: silence. */
  level: number | null;
  /** Peak, dBFS. */
  peak: number | null;
  /** Should sound and does not: empty amber frame. */
  silent: boolean;
  /** Source of the level: the 2 s peak line is reset when this changes. */
  key: number | string;
}

export interface LevelClasses {
  root: string;
  track: string;
  fill: string;
  clip: string;
  peak: string;
  tick: string;
  number: string;
  /** Track of a loudspeaker that should sound and does not. */
  silent: string;
}

export interface LevelMeterNode {
  element: HTMLElement;
  paint(view: LevelView): void;
}

/** Range of the meter, dBFS; the tick marks the loudness to which programmes are normalised. */
export const meterRange = { min: -60, max: 0, tick: -16, clip: -4 } as const;
const peakHoldMs = 2000;

/** Position of a level on the meter, 0…1. */
export function meterShare(db: number): number {
  const { min, max } = meterRange;
  return Math.min(Math.max((db - min) / (max - min), 0), 1);
}

/** Formats a level: whole dB with a minus sign (U+2212), −∞ for silence. */
export function levelText(db: number | null): string {
  if (db === null || db < -99) return '−∞';
  return String(Math.round(db)).replace('-', '−').replace(/^−0$/, '0');
}

function div(className: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  return element;
}

/**
 * Creates the meter as plain DOM, for grid cells and, mounted once, for React: bar, line at the peak of the
 * last 2 s, tick at −16, the last 4 dB amber. Painting changes only transforms and one text.
 */
export function createLevelMeter(
  classes: LevelClasses,
  now: () => number = performance.now.bind(performance),
) {
  const element = div(classes.root);
  const track = div(classes.track);
  const fill = div(classes.fill);
  const clip = div(classes.clip);
  const peakLine = div(classes.peak);
  const number = div(classes.number);
  const tick = div(classes.tick);
  tick.style.left = `${meterShare(meterRange.tick) * 100}%`;
  clip.style.left = `${meterShare(meterRange.clip) * 100}%`;
  track.append(fill, clip, peakLine, tick);
  element.append(track, number);
  let key: number | string | undefined;
  let held = { db: Number.NEGATIVE_INFINITY, at: 0 };

  function holdPeak(view: LevelView): number {
    const at = now();
    const db = view.peak ?? Number.NEGATIVE_INFINITY;
    if (view.key !== key || db >= held.db || at - held.at > peakHoldMs) held = { db, at };
    key = view.key;
    return held.db;
  }

  return {
    element,
    paint(view: LevelView) {
      const peak = holdPeak(view);
      const share = view.level === null ? 0 : meterShare(view.level);
      const clipFrom = meterShare(meterRange.clip);
      track.className = view.silent ? classes.silent : classes.track;
      fill.style.transform = `scaleX(${Math.min(share, clipFrom)})`;
      clip.style.width = `${Math.max(share - clipFrom, 0) * 100}%`;
      peakLine.style.display = Number.isFinite(peak) && !view.silent ? '' : 'none';
      if (Number.isFinite(peak)) peakLine.style.left = `${meterShare(peak) * 100}%`;
      number.textContent = levelText(view.level);
    },
  } satisfies LevelMeterNode;
}
