/** Work that waits for one resource, in the order in which it arrives. */
export class WorkQueue {
  /** Work that it can do in a second. */
  readonly capacity: number;
  arrived = 0;
  done = 0;
  waiting = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Takes new work and does as much as it can in `seconds`. @returns seconds that the last of it waits */
  step(work: number, seconds: number): number {
    if (!(work >= 0)) throw new Error(`work of ${work}`);
    this.arrived += work;
    const done = Math.min(this.waiting + work, this.capacity * seconds);
    this.done += done;
    this.waiting = Math.max(0, this.waiting + work - done);
    return this.waiting / this.capacity;
  }
}
