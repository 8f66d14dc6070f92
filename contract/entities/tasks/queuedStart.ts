import { z } from 'zod';
import { meaningOf } from '../../codeMeanings.ts';
import { busyPolicy } from '../../codes.ts';
import { LEAST_RETRY_S, MAX_RETRIES, MAX_RETRY_S, MAX_WAIT_S, RETRY_S, WAIT_S } from '../../constants.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** Fields of a start that say what it does at terminals that are busy with speech or with a task of higher rank. */
export const busyFields = {
  busy_policy: z
    .enum(['preempt', 'wait', 'free_only', 'refuse'])
    .default(busyPolicy.preempt)
    .describe(fieldText.busy_policy),
  wait_s: z.number().int().min(1).max(MAX_WAIT_S).default(WAIT_S).describe(fieldText.wait_s),
};
/** Fields of a scheduled task for its retries, after a refusal or at the end of a wait. */
export const retryFields = {
  retries: z.number().int().min(0).max(MAX_RETRIES).default(0).describe(fieldText.retries),
  retry_s: z.number().int().min(LEAST_RETRY_S).max(MAX_RETRY_S).default(RETRY_S).describe(fieldText.retry_s),
};
export interface RetryFields {
  retries: number;
  retry_s: number;
}
export type BusyFields = { busy_policy: z.output<(typeof busyFields)['busy_policy']>; wait_s: number };

/** Fields of a start that goes by its rank alone. */
export const byRank = { busy_policy: busyPolicy.preempt, wait_s: WAIT_S } as const satisfies BusyFields;

/** A broadcast, or an earlier entry of the queue, that an entry waits for. */
const blocker = z.object({
  task_id: z.number().int().describe('Id of the broadcast, or of an earlier entry of the queue.'),
  name: z.string().describe('Name.'),
  terminals: z.number().int().describe('Number of terminals that it holds or waits for before this entry.'),
  ends_at: z
    .number()
    .nullable()
    .describe('Time at which it ends if nothing changes, epoch ms; null: not known, as with live speech.'),
});
export type Blocker = z.output<typeof blocker>;

/** Effect that the policy of a start for busy terminals would have now. */
export const startOutcome = z.object({
  kind: z
    .enum(['goes', 'waits', 'refused'])
    .describe(
      '`goes`: it starts at the terminals that are free; `waits`: in the queue; `refused`: not at all.',
    ),
  busy: z.number().int().describe('Number of terminals that are busy; left out if it goes.'),
  behind: z.array(blocker).describe('What they are busy with, that with the most terminals first.'),
  wait_s: z.number().int().describe('Longest wait, s.'),
});
export type StartOutcomeRow = z.output<typeof startOutcome>;

/** Live row of the `queued_start` topic: a start that waits until its terminals are free. */
export const queuedStartLive = z.object({
  id: z.number().int().describe('Id, which is also the id of its broadcast once it starts.'),
  org: z.array(z.number().int()).nullable().describe('Ids of the zones of its terminals.'),
  name: z.string().describe('Name.'),
  task_type: z.number().int().describe(fieldText.task_type),
  audio_source: z.number().int().describe(fieldText.audio_source),
  priority: z.number().int().describe(fieldText.priority),
  weight: z.number().int().describe(fieldText.weight),
  started_by: z.string().describe('Name of the account that asked for it.'),
  account_id: z.number().int().nullable().describe('Id of that account; null: not started by a person.'),
  since_at: z.number().describe('Time at which it began to wait, epoch ms.'),
  until_at: z.number().describe('Time at which it gives up, epoch ms.'),
  position: z.number().int().describe('Place in the queue, from 1.'),
  attempt: z.number().int().describe('Number of its current attempt, from 1.'),
  attempts: z.number().int().describe('Most attempts: 1, and the retries of a scheduled task.'),
  retry_at: z
    .number()
    .nullable()
    .describe('Time of its next attempt, epoch ms; null: it waits for its terminals now.'),
  scheduled_task: z
    .number()
    .int()
    .nullable()
    .describe('Id of the saved task whose run it is; null: a start by a person.'),
  targets: z.number().int().describe(fieldText.targets),
  waits_for: z.array(blocker).describe('What it waits for, that with the most terminals first.'),
});
export interface QueuedStartLive extends z.output<typeof queuedStartLive>, Record<string, unknown> {}

export const queuedStarts = z.object({
  rows: z.array(queuedStartLive).describe('The entries, in the order of the queue.'),
});

/** Most terminals that were left out and are listed; the others are only counted. */
export const MAX_LEFT_OUT = 1_000;

/** Answer to a start. */
export const startedTask = z.object({
  id: z.number().int().describe('Id of the broadcast, also while it waits in the queue.'),
  waits: z.boolean().describe('Whether it waits in the queue; false: it is on the air.'),
  left_out_count: z
    .number()
    .int()
    .describe(
      `Number of terminals that were busy and left out (\`free_only\`: ${meaningOf.busyPolicy.free_only}).`,
    ),
  left_out: z
    .array(
      z.object({
        terminal_id: z.number().int().describe(fieldText.terminal_id),
        name: z.string().describe('Name of the terminal.'),
        busy_with: z
          .string()
          .describe('Name of the broadcast that it plays, or of the start that waits for it.'),
      }),
    )
    .describe(`The first ${MAX_LEFT_OUT} of them.`),
});
export type StartedTask = z.output<typeof startedTask>;
