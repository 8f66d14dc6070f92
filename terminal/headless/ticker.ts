import { monotonicUs } from './time.ts';

/** Interval of feeding sound cards, ms; and number of these turns per tick of a session. */
const TURN_MS = 20;
const SESSION_TURNS = 4;

export interface Ticked {
  /** Feeds the card: every turn. */
  pump?(nowUs: number): void;
  /** Drives the session: every fourth turn. */
  tick(): void;
}

const members = new Set<Ticked>();
let timer: NodeJS.Timeout | null = null;
let turn = 0;

/**
 * One timer for all terminals of this process; sessions are spread over the turns, so that a thousand do not run at
 * once. They run after all cards: the answer to a request for the time would wait until the remaining cards are fed,
 * and the link would seem slower than it is.
 */
export function joinTicker(member: Ticked): () => void {
  members.add(member);
  timer ??= setInterval(run, TURN_MS);
  return () => {
    members.delete(member);
    if (members.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  };
}

function run(): void {
  turn++;
  for (const member of members) member.pump?.(monotonicUs());
  let place = 0;
  for (const member of members) if ((turn + place++) % SESSION_TURNS === 0) member.tick();
}
