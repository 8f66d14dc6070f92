import { z } from 'zod';
import type { callMode } from '../codes.ts';

/**
 * Two-way calls between stations (task type 888; dialogue terminals, virtual casters): the messages of the
 * terminal protocol (docs/protocols/terminal-protocol.md, "Calls") and the live row of a call.
 */

const call = z.number().int().min(0);

/** A quick number of up to 12 digits, or a dialogue code. */
export const dialled = z.string().regex(/^(?:[0-9]{1,12}|[A-F0-9]{8})$/, { error: 'rules.callee' });

/** Messages that a station sends. */
export const fromCaller = [
  z.object({ type: z.literal('call.dial'), number: z.string().max(20) }),
  z.object({ type: z.literal('call.answer'), call }),
  /** Ends the call, or refuses it while it rings at this station. */
  z.object({ type: z.literal('call.hangup'), call }),
] as const;
export type CallMessage = z.output<(typeof fromCaller)[number]>;

/** Reason why a call has ended or was not established. */
export const callEnd = z.enum([
  'hung_up',
  'cancelled',
  'refused',
  'busy',
  'no_answer',
  'unknown',
  'offline',
  'self',
  'replaced',
  'answered_elsewhere',
  'lost',
  'by_operator',
  // Outcomes of a dialled quick code.
  'started',
  'stopped',
  'denied',
  'failed',
  'too_fast',
]);
export type CallEnd = z.output<typeof callEnd>;

/** Message of the server that tells a station the state of its call. */
export const callState = z.object({
  type: z.literal('call.state'),
  /** Id of the call; 0: the call was not established. */
  call,
  /** `calling`: the called stations ring; `ringing`: this station rings; `talking`; `ended`: with the reason. */
  state: z.enum(['calling', 'ringing', 'talking', 'ended']),
  peer: z.object({ name: z.string(), number: z.string() }),
  priority: z.number().int(),
  /** Stream on which the microphone is sent, with `talking`. */
  stream: z.number().int().optional(),
  reason: callEnd.optional(),
  /** Reason as a readable text. */
  message: z.string().optional(),
});
export type CallState = z.output<typeof callState>;
export const toCaller = [callState] as const;

/** `POST /v1/{caster|dialogue}/:id/call`: makes a station call a number. */
export const callBody = z.object({
  number: dialled.describe('Quick number or dialogue code that is dialled.'),
});

/** Live row of the topic `call`: a call that is ringing or connected. */
export interface CallLive extends Record<string, unknown> {
  id: number;
  /** Zones of all stations in the call. */
  org: readonly number[] | null;
  state: 'ringing' | 'talking';
  caller: number;
  caller_name: string;
  /** Ids of the stations that ring, or of the one that answered. */
  callees: readonly number[];
  callee_name: string;
  number: string;
  priority: number;
  mode: (typeof callMode)[keyof typeof callMode];
  /** Wall times at which the call was dialled and answered, epoch seconds. */
  since: number;
  answered_at: number | null;
}
