/** Object that fits, with its score; 0 is best. */
export interface Scored<Row> {
  row: Row;
  name: string;
  score: number;
}

function isBetter<Row>(a: Scored<Row>, b: Scored<Row>): boolean {
  if (a.score !== b.score) return a.score < b.score;
  if (a.name.length !== b.name.length) return a.name.length < b.name.length;
  return a.name < b.name;
}

/**
 * Keeps the best of many in order, so that thousands that fit need no sorting. Of equal scores the shorter name is
 * better: more of it was typed.
 */
export class Best<Row> {
  readonly kept: Scored<Row>[] = [];
  /** Number of all that were added. */
  total = 0;
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(one: Scored<Row>): void {
    this.total += 1;
    const last = this.kept.at(-1);
    if (this.kept.length >= this.#limit && last !== undefined && !isBetter(one, last)) return;
    const at = this.kept.findIndex((other) => isBetter(one, other));
    this.kept.splice(at < 0 ? this.kept.length : at, 0, one);
    if (this.kept.length > this.#limit) this.kept.pop();
  }
}
