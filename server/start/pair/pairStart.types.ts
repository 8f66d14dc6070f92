import type { Logger } from 'pino';
import type { Env } from '../../platform/process/env.ts';
import type { Opened } from '../opened.ts';

/** Start of a machine in a pair. */
export interface PairStart {
  env: Env;
  log: Logger;
  print(line: string): void;
  opened: Opened;
  /** Arguments of the process. */
  args: readonly string[];
  /** Called when it listens. @param status makes a sentence for the service manager */
  ready(status: () => string): void;
}
