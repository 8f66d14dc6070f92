import type { RefusalReason } from '../protocol.ts';

/** Error that ends the job of the worker with a reason; `mediaWorker.ts` turns it into a line. */
export class Refused extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}
