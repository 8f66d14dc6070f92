import type { EndedLogins } from './endedLogins.ts';

const MINUTE_MS = 60_000;
/** A login is warned so long before its end, and at half of the time where that is shorter, ms. */
const WARN_MS = 60_000;
/** How often logins are looked at, ms. */
export const LOOK_MS = 5_000;

export interface IdleDeps {
  /** Monotonic, ms; only time in which the server has listened. */
  now(): number;
  /** Minutes after which a login ends in which nothing is done; 0: never. */
  minutes(): number;
  /** Nobody is logged out now, nor for what they did not do meanwhile: an alarm runs, or the database is away. */
  isPaused(): boolean;
  /** Ids of the logins that are good. */
  logins(): Promise<readonly number[]>;
  /** Ends logins. */
  end(ids: readonly number[]): Promise<readonly { session_id: number; token_hash: string }[]>;
  ended: EndedLogins;
  /** Some logins have ended. */
  changed(): void;
}

/** Ends logins in which nothing is done (docs/decisions/0103). */
export interface Idle {
  /** Something was done in a login. */
  active(sessionId: number): void;
  /** Something is being done in a login, until the returned function is called: it speaks, or a request runs. */
  hold(sessionId: number): () => void;
  /** Time until a login ends, ms, where it was warned; else null. */
  leftMs(sessionId: number): number | null;
  /** Hears of each warning, and with null when one is taken back. Returns the function that ends it. */
  onWarning(listener: (sessionId: number, leftMs: number | null) => void): () => void;
  /** Looks at all logins; to be called every `LOOK_MS`. */
  look(): Promise<void>;
}

export function createIdle(deps: IdleDeps): Idle {
  const { now } = deps;
  /** When something was last done in each login, ms of the clock. */
  const seen = new Map<number, number>();
  const held = new Map<number, number>();
  const warned = new Set<number>();
  const listeners = new Set<(sessionId: number, leftMs: number | null) => void>();
  /** What was not done before does not count. */
  let since = now();
  let lastMinutes = 0;

  const limitMs = () => deps.minutes() * MINUTE_MS;
  const left = (id: number) => limitMs() - (now() - Math.max(seen.get(id) ?? now(), since));
  const tell = (id: number, leftMs: number | null) => {
    for (const listener of listeners) listener(id, leftMs);
  };
  const takeBack = (id: number) => {
    if (warned.delete(id)) tell(id, null);
  };
  function startAnew(): void {
    since = now();
    for (const id of warned) takeBack(id);
  }
  function active(id: number): void {
    seen.set(id, now());
    takeBack(id);
  }

  function judge(id: number): 'ends' | 'stays' {
    // The first look at a login is the first that is known of it.
    if (held.has(id) || !seen.has(id)) active(id);
    const leftMs = left(id);
    // Not before it was warned: the time may have been made shorter, or a look was late.
    if (leftMs <= 0 && warned.has(id)) return 'ends';
    if (leftMs > Math.min(WARN_MS, limitMs() / 2)) takeBack(id);
    else if (!warned.has(id)) {
      warned.add(id);
      tell(id, Math.max(leftMs, 0));
    }
    return 'stays';
  }

  return {
    active,
    hold(id) {
      active(id);
      held.set(id, (held.get(id) ?? 0) + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const rest = (held.get(id) ?? 1) - 1;
        if (rest === 0) held.delete(id);
        else held.set(id, rest);
        active(id);
      };
    },
    leftMs: (id) => (warned.has(id) ? Math.max(left(id), 0) : null),
    onWarning(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async look() {
      const minutes = deps.minutes();
      if (minutes !== lastMinutes) startAnew();
      lastMinutes = minutes;
      if (minutes === 0) return;
      if (deps.isPaused()) return startAnew();
      try {
        const ids = await deps.logins();
        const known = new Set(ids);
        for (const id of seen.keys()) if (!known.has(id) && !held.has(id)) seen.delete(id);
        for (const id of warned) if (!known.has(id)) warned.delete(id);
        const over = ids.filter((id) => judge(id) === 'ends');
        if (over.length === 0) return;
        for (const login of await deps.end(over)) deps.ended.add(login);
        for (const id of over) {
          seen.delete(id);
          warned.delete(id);
        }
        deps.changed();
      } catch {
        // Without the database nobody can be logged out, and what people do may not be heard.
        startAnew();
      }
    },
  };
}
