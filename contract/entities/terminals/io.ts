import { z } from 'zod';
import { idSchema, keyQuery } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { outputMode } from '../../codes.ts';
import { ioEventKinds } from '../../fieldCodes.ts';
import { MAX_LINES, pulseMs } from '../../protocol/terminalStatus.ts';
import { fieldText } from '../../rules/fieldText.ts';

/** Inputs and outputs of the site (IO management). */

const line = z.number().int().min(1).max(MAX_LINES);

/** Owner of a held output: a user, an alarm or a GPIO task, with id and name. */
export const ioOwner = z.object({
  kind: z.enum(['manual', 'alarm', 'gpio_task']).describe(fieldText.kind),
  id: z.number().int().describe(fieldText.id),
  name: z.string().describe('Name of the line; empty: it has its number.'),
});
export type IoOwner = z.output<typeof ioOwner>;

/** Live row of the topic `io`: a line of a terminal. Its id is `terminal * 1000 + number`, outputs plus 500. */
export const ioLive = z.object({
  id: z.number().int(),
  terminal_id: z.number().int(),
  terminal_code: z.string(),
  terminal_name: z.string(),
  /** Kind of the terminal; capturers have the trigger inputs of their channels. */
  kind: z.enum(['fire_control_device', 'capturer']),
  org: z.number().int().nullable(),
  online: z.boolean(),
  direction: z.enum(['input', 'output']),
  number: line,
  name: z.string(),
  /** True when active (input) or on (output), as reported by the terminal; null: not reported. */
  active: z.boolean().nullable(),
  /** State of the line of a supervised input: intact, open or short-circuited. */
  line: z.enum(['ok', 'open', 'short']).nullable(),
  /** Test mode: edges are shown and have no other effect. */
  test: z.boolean(),
  /** Automatic end of the test mode, epoch milliseconds; null: not in test mode. */
  test_until: z.number().nullable(),
  /** Requested state of an output, and its owners. */
  wanted: z.boolean().nullable(),
  owners: z.array(ioOwner),
  /** The output has not taken its requested state (fault `output_failed`). */
  failed: z.boolean(),
  /** End of the running pulse, epoch milliseconds; null: none. */
  until: z.number().nullable(),
  /** Time of the last change in epoch milliseconds, and its originator. */
  changed_at: z.number().nullable(),
  changed_by: z.string(),
  /** Names of plans and GPIO tasks within the reader's zones that use it. */
  used_by: z.array(z.string()),
  /** Number of further ones outside the reader's zones. */
  used_elsewhere: z.number().int(),
});
export interface IoLive extends z.output<typeof ioLive>, Record<string, unknown> {}

/** Id of the live row of a line. */
export function ioId(terminal: number, direction: 'input' | 'output', number: number): number {
  return terminal * 1000 + number + (direction === 'output' ? 500 : 0);
}

/** `POST /v1/io/output`: a pulse or a hold by hand; `off` releases a hold by hand. A result per line. */
export const switchOutputs = z.object({
  outputs: z
    .array(
      z.object({
        terminal_id: idSchema.describe(fieldText.terminal_id),
        output: line.describe('Number of the output, counted from 1.'),
      }),
    )
    .min(1)
    .max(1000)
    .describe('Outputs to be switched, at most 1,000.'),
  action: z
    .enum([...Object.values(outputMode), 'off'])
    .describe(
      `What happens to the outputs: ${codes(meaningOf.outputMode)}; \`off\` releases what a person holds.`,
    ),
  pulse_ms: pulseMs.default(1000).describe(fieldText.pulse_ms),
});
export type SwitchOutputs = z.output<typeof switchOutputs>;

/** `POST /v1/io/test`: test mode of a fire terminal's inputs: edges are shown and logged, and start nothing. */
export const testInputs = z.object({
  terminal_id: idSchema.describe(fieldText.terminal_id),
  input_nums: z
    .array(line)
    .min(1)
    .max(MAX_LINES)
    .optional()
    .describe('Inputs, counted from 1; absent: all of them.'),
  on: z.boolean().describe('Whether test mode begins or ends.'),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(1440)
    .default(60)
    .describe('Time after which it ends automatically, minutes.'),
});
export type TestInputs = z.output<typeof testInputs>;

/** A row of `GET /v1/io/event`, the newest first. */
export const ioEventRow = z.object({
  id: z.number().int().describe(fieldText.id),
  at: z.number().describe('Moment, epoch ms.'),
  terminal_id: z.number().int().describe(fieldText.terminal_id),
  terminal_code: z.string().describe('Code of the terminal.'),
  terminal_name: z.string().describe('Name of the terminal.'),
  direction: z.enum(['input', 'output']).describe(fieldText.direction),
  number: line.describe(fieldText.number),
  name: z.string().describe('Name of the line; empty: it has its number.'),
  kind: z.enum(ioEventKinds).describe(`What happened: ${codes(meaningOf.ioEvent)}.`),
  by: z.string().describe('Name of the person; empty: by itself.'),
  test: z.boolean().describe('Whether it happened in test mode and started nothing.'),
});
export type IoEvent = z.output<typeof ioEventRow>;

/** `GET /v1/io/event`: of one terminal, or of one line of it. */
export const ioEventQuery = keyQuery.extend({
  terminal_id: idSchema.optional().describe(fieldText.terminal_id),
  direction: z.enum(['input', 'output']).optional().describe(fieldText.direction),
  number: z.coerce.number().int().min(1).max(MAX_LINES).optional().describe(fieldText.number),
});
export type IoEventQuery = z.output<typeof ioEventQuery>;
