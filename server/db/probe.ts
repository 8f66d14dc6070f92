/** How often the database is asked, and how long it may take until it counts as away, ms. */
const EVERY_MS = 5_000;
const AWAY_MS = 2_000;

/** Results of the last probes of the database. */
export interface ProbeState {
  /** It answered the last question, and none is open for longer than `AWAY_MS`. */
  isUp: boolean;
  /** How long the last answer took, or the open question has lasted where that is longer, ms. */
  ms: number;
}

/** Asks the database again and again, one question at a time, so that whoever wants to know never waits for it. */
export interface Probe {
  state(): ProbeState;
  end(): void;
}

/** `ask` rejects while the database is away; `now`: ms of a clock that never jumps. */
export function probeDatabase(
  ask: () => Promise<unknown>,
  now: () => number = () => performance.now(),
): Probe & { look(): Promise<void> } {
  let answered = true;
  let took = 0;
  let since: number | null = null;

  async function look(): Promise<void> {
    if (since !== null) return;
    since = now();
    try {
      await ask();
      answered = true;
    } catch {
      answered = false;
    }
    took = now() - since;
    since = null;
  }
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return {
    look,
    state() {
      const open = since === null ? 0 : now() - since;
      return { isUp: answered && open < AWAY_MS, ms: Math.max(took, open) };
    },
    end: () => clearInterval(timer),
  };
}
