import { LEVELS_KEPT, type TaskLevels } from '../../../contract/entities/site/history.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';

/** Levels of the terminals of one broadcast, taken in one round, by zone. */
type Round = Map<number | null, number | null>;

/**
 * Levels of the running broadcasts in the last minute, in memory, so that a console can show them when it is
 * opened. They are held by zone: a reader is shown those of its zones.
 */
export class RecentLevels {
  readonly #rounds: Map<number, Round>[] = [];
  #current = new Map<number, Round>();

  /** Takes the level of a terminal of a broadcast; null: it does not sound. */
  take(task: number, org: number | null, level: number | null): void {
    let round = this.#current.get(task);
    if (round === undefined) {
      round = new Map();
      this.#current.set(task, round);
    }
    const held = round.get(org) ?? null;
    round.set(org, held === null ? level : Math.max(held, level ?? held));
  }

  /** Ends a round. */
  seal(): void {
    this.#rounds.push(this.#current);
    if (this.#rounds.length > LEVELS_KEPT) this.#rounds.shift();
    this.#current = new Map();
  }

  /** Levels of the broadcasts of the last round, as far as a scope sees them, from their start on. */
  view(scope: Scope): TaskLevels[] {
    const last = this.#rounds.at(-1);
    return [...(last?.keys() ?? [])].flatMap((id) => {
      const all = this.#rounds.map((round) => round.get(id));
      const isSeen = all.some(
        (round) => round !== undefined && [...round.keys()].some((org) => inScope(scope, org)),
      );
      if (!isSeen) return [];
      const levels = all.slice(all.findIndex((round) => round !== undefined)).map((round) => {
        const seen = [...(round ?? [])].flatMap(([org, level]) => (inScope(scope, org) ? (level ?? []) : []));
        return seen.length === 0 ? null : Math.max(...seen);
      });
      return [{ id, levels }];
    });
  }
}
