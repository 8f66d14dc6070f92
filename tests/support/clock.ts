import { VirtualTimeScheduler } from 'rxjs';

/** Clock that only a test advances; `now()` in ms from 0. */
export class Clock extends VirtualTimeScheduler {
  advance(ms: number): void {
    this.maxFrames = this.frame + ms;
    this.flush();
    this.frame = this.maxFrames;
  }
}
