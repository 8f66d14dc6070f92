import { afterReading } from '../../../platform/process/afterReading.ts';
import type { Connection } from './connection.ts';
import type { CommandResult, Request } from './terminals.types.ts';

/** Commands that await their result; each ends with it, with the connection, or after `timeoutMs`. */
export class Commands {
  #waiting = new Map<number, { connection: Connection; end: (result: CommandResult | null) => void }>();
  #last = 0;
  #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Sends a command. Null: no result. */
  send(connection: Connection, command: Request): Promise<CommandResult | null> {
    this.#last += 1;
    const request = this.#last;
    return new Promise((resolve) => {
      const end = (result: CommandResult | null) => {
        cancel();
        this.#waiting.delete(request);
        resolve(result);
      };
      const cancel = afterReading(this.#timeoutMs, () => end(null));
      this.#waiting.set(request, { connection, end });
      connection.send({ ...command, request });
    });
  }

  answered(connection: Connection, result: CommandResult): void {
    const waiting = this.#waiting.get(result.request);
    if (waiting?.connection === connection) waiting.end(result);
  }

  closed(connection: Connection): void {
    for (const waiting of [...this.#waiting.values()])
      if (waiting.connection === connection) waiting.end(null);
  }
}
