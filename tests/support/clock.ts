import { VirtualTimeScheduler } from 'rxjs';

/** Time that stands still until a test moves it; `now()` in ms from 0. */
export class Clock extends VirtualTimeScheduler {
  advance(ms: number): void {
    this.maxFrames = this.frame + ms;
    this.flush();
    this.frame = this.maxFrames;
  }
}
