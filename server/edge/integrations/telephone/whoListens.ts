import type { ToTalker } from '../../../../contract/protocol/talk.ts';

type TalkState = Extract<ToTalker, { type: 'talk.state' }>;

/** Time after the first sound of a page within which a terminal has to play it, ms. */
const UNHEARD_MS = 3_000;
/** Reasons of targets that cannot confirm: their sound is sent, or they have answered a call. */
const unconfirmed: ReadonlySet<string> = new Set(['sent', 'answered']);

/** Number of targets that play a talk, as far as they can tell. */
export const takersOf = ({ sounding, unheard }: Pick<TalkState, 'sounding' | 'unheard'>): number =>
  unheard.reduce((sum, { reason, terminals }) => sum + (unconfirmed.has(reason) ? terminals : 0), sounding);

/** Tells a caller whether anybody hears its page: once when it begins, and again when that changes. */
export class WhoListens {
  readonly #tell: (isHeard: boolean) => void;
  readonly #now: () => number;
  #told: boolean | null = null;
  /** First sound of the caller; null: none yet. */
  #spokeMs: number | null = null;
  #wasHeard = false;

  /** @param tell called with whether at least one terminal plays it @param now monotonic ms */
  constructor(tell: (isHeard: boolean) => void, now: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#now = now;
  }

  /** Tells if at least one terminal has played it at any time. */
  get wasHeard(): boolean {
    return this.#wasHeard;
  }

  /** Notes a packet of the caller: terminals can play the page from now on. */
  spoke(): void {
    this.#spokeMs ??= this.#now();
  }

  /** Takes the state of the targets. */
  state(state: Pick<TalkState, 'sounding' | 'unheard'>): void {
    const isHeard = takersOf(state) > 0;
    if (isHeard) this.#wasHeard = true;
    if (isHeard === this.#told) return;
    const isEarly = this.#spokeMs === null || this.#now() - this.#spokeMs < UNHEARD_MS;
    // Terminals need a moment to begin.
    if (!isHeard && this.#told === null && isEarly) return;
    this.#told = isHeard;
    this.#tell(isHeard);
  }
}
