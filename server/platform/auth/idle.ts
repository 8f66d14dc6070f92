const MINUTE_MS = 60_000;
/** Time of the warning before the end of a session, at most half of the idle time, ms. */
const WARN_MS = 60_000;
/** Interval of the checks, ms. */
export const LOOK_MS = 5_000;

export interface IdleDeps {
  /** Monotonic, ms; counts only time in which the server was running. */
  now(): number;
  /** Minutes without activity after which a session ends; 0: never. */
  minutes(): number;
  /**
   * True while no session may end and idle time does not count: during an alarm, or while the database is
   * away.
   */
  isPaused(): boolean;
  /** Ids of the valid sessions. */
  logins(): Promise<readonly number[]>;
  /** Ends sessions; a socket that finds its session ended finds the reason too. */
  end(ids: readonly number[]): Promise<void>;
  /** Called after sessions have ended. */
  changed(): void;
}

/** Ends idle sessions (docs/decisions/0103-first-passwords-and-idle-logins.md). */
export interface Idle {
  /** Reports activity in a session. */
  active(sessionId: number): void;
  /** Reports activity in a session until the returned function is called: a request that runs, or speech. */
  hold(sessionId: number): () => void;
  /** Time until a session ends, ms; null without a warning. */
  leftMs(sessionId: number): number | null;
  /** Called at each warning, and with null when a warning is withdrawn. Returns the function that ends it. */
  onWarning(listener: (sessionId: number, leftMs: number | null) => void): () => void;
  /** Checks all sessions; must be called every `LOOK_MS`. */
  look(): Promise<void>;
}

export function createIdle(deps: IdleDeps): Idle {
  const { now } = deps;
  /** Time of the last activity of each session, ms of the clock. */
  const seen = new Map<number, number>();
  const held = new Map<number, number>();
  const warned = new Set<number>();
  const listeners = new Set<(sessionId: number, leftMs: number | null) => void>();
  /** Start of idle times: time before it does not count. */
  let since = now();
  let lastMinutes = 0;

  const limitMs = () => deps.minutes() * MINUTE_MS;
  const left = (id: number) => limitMs() - (now() - Math.max(seen.get(id) ?? now(), since));
  const notify = (id: number, leftMs: number | null) => {
    for (const listener of listeners) listener(id, leftMs);
  };
  const withdrawWarning = (id: number) => {
    if (warned.delete(id)) notify(id, null);
  };
  function restart(): void {
    since = now();
    for (const id of warned) withdrawWarning(id);
  }
  function active(id: number): void {
    seen.set(id, now());
    withdrawWarning(id);
  }

  function evaluate(id: number): 'ends' | 'stays' {
    // The idle time of a session begins with its first check.
    if (held.has(id) || !seen.has(id)) active(id);
    const leftMs = left(id);
    // Never without a warning: the idle time may have been shortened, or a check was late.
    if (leftMs <= 0 && warned.has(id)) return 'ends';
    if (leftMs > Math.min(WARN_MS, limitMs() / 2)) withdrawWarning(id);
    else if (!warned.has(id)) {
      warned.add(id);
      notify(id, Math.max(leftMs, 0));
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
      if (minutes !== lastMinutes) restart();
      lastMinutes = minutes;
      if (minutes === 0) return;
      if (deps.isPaused()) return restart();
      try {
        const ids = await deps.logins();
        const known = new Set(ids);
        for (const id of seen.keys()) if (!known.has(id) && !held.has(id)) seen.delete(id);
        for (const id of warned) if (!known.has(id)) warned.delete(id);
        const over = ids.filter((id) => evaluate(id) === 'ends');
        if (over.length === 0) return;
        await deps.end(over);
        for (const id of over) {
          seen.delete(id);
          warned.delete(id);
        }
        deps.changed();
      } catch {
        // Without the database no session can be ended, and activity may be missed.
        restart();
      }
    },
  };
}
