import { isDeepStrictEqual } from 'node:util';

/** Rate limits of parameter changes. Times in ms. */
export interface Pace {
  /** Least time between two changes … */
  everyMs: number;
  /** … and once there were `count` of them `withinMs`: the parameters keep flipping. */
  flippingMs: number;
  count: number;
  withinMs: number;
}

export const defaultPace: Pace = { everyMs: 10_000, flippingMs: 60_000, count: 3, withinMs: 600_000 };

type Params = Record<string, string | number>;

/**
 * Limits how often the parameters of an open fault change: each change is written and sent to consoles and
 * other systems, although the fault is the same. The first change applies at once; of those that come too
 * soon the last is kept and applied when due. `now` of every method: monotonic ms.
 */
export class ParamPace {
  readonly #pace: Pace;
  #changes = new Map<string, number[]>();
  #later = new Map<string, Params>();

  constructor(pace: Pace = defaultPace) {
    this.#pace = pace;
  }

  /** Takes in the parameters of an open fault. @returns the parameters that apply from now on */
  update(key: string, was: Params, params: Params, now: number): Params {
    this.#later.delete(key);
    if (isDeepStrictEqual(was, params)) return was;
    if (this.#waits(key, now)) {
      this.#later.set(key, params);
      return was;
    }
    this.#changed(key, now);
    return params;
  }

  /** Returns kept parameters that are due now. */
  due(now: number): [key: string, params: Params][] {
    const found = [...this.#later].filter(([key]) => !this.#waits(key, now));
    for (const [key] of found) {
      this.#later.delete(key);
      this.#changed(key, now);
    }
    return found;
  }

  /** The kept parameters that do not apply yet. */
  kept(key: string): Params | undefined {
    return this.#later.get(key);
  }

  /** Forgets a resolved fault. */
  forget(key: string): void {
    this.#changes.delete(key);
    this.#later.delete(key);
  }

  #waits(key: string, now: number): boolean {
    const { everyMs, flippingMs, count, withinMs } = this.#pace;
    const recent = (this.#changes.get(key) ?? []).filter((at) => now - at < withinMs);
    const last = recent.at(-1);
    return last !== undefined && now - last < (recent.length >= count ? flippingMs : everyMs);
  }

  #changed(key: string, now: number): void {
    const recent = this.#changes.get(key) ?? [];
    this.#changes.set(key, [...recent, now].slice(-this.#pace.count));
  }
}
