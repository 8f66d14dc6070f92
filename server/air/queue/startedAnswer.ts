import { MAX_LEFT_OUT, type StartedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import type { LeftOut } from './queue.types.ts';

/** Answer to a start: its id, whether it waits in the queue, and the busy terminals that it leaves out. */
export const startedAnswer = (id: number, leftOut: readonly LeftOut[], waits: boolean): StartedTask => ({
  id,
  waits,
  left_out_count: leftOut.length,
  left_out: leftOut
    .slice(0, MAX_LEFT_OUT)
    .map(({ terminal, by }) => ({ terminal_id: terminal.id, name: terminal.row.name, busy_with: by.name })),
});
