import { z } from 'zod';
import type { callMode } from './codes.ts';

/**
 * Two-way calls between stations (task type 888; dialogue terminals, virtual casters): the messages of the
 * terminal protocol (docs/terminal-protocol.md, "Calls") and the live row of a call.
 */

const call = z.number().int().min(0);

/** A quick number of up to 12 digits, or a dialogue code. */
export const dialled = z.string().regex(/^(?:[0-9]{1,12}|[A-F0-9]{8})$/, { error: 'rules.callee' });

/** What a station says. */
export const fromCaller = [
  z.object({ type: z.literal('call.dial'), number: z.string().max(20) }),
  z.object({ type: z.literal('call.answer'), call }),
  /** Ends it; while it rings here: refuses it. */
  z.object({ type: z.literal('call.hangup'), call }),
] as const;
export type CallMessage = z.output<(typeof fromCaller)[number]>;

/** Why a call has ended, or never came about. */
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
  // What a quick code did, or why it did not.
  'started',
  'stopped',
  'denied',
  'failed',
  'too_fast',
]);
export type CallEnd = z.output<typeof callEnd>;

/** What the server says to a station of its call. */
export const callState = z.object({
  type: z.literal('call.state'),
  /** 0: the call never came about. */
  call,
  /** `calling`: the others ring; `ringing`: it rings here; `talking`; `ended`: with the reason. */
  state: z.enum(['calling', 'ringing', 'talking', 'ended']),
  peer: z.object({ name: z.string(), number: z.string() }),
  priority: z.number().int(),
  /** With `talking`: send the microphone on this stream. */
  stream: z.number().int().optional(),
  reason: callEnd.optional(),
  /** The reason for a person. */
  message: z.string().optional(),
});
export type CallState = z.output<typeof callState>;
export const toCaller = [callState] as const;

/** `POST /v1/{caster|dialogue}/:id/call`: has a station call a number. */
export const callBody = z.object({
  number: dialled.describe('Quick number or dialogue code that is dialled.'),
});

/** Live row of the topic `call`: a call that rings or is spoken in. */
export interface CallLive extends Record<string, unknown> {
  id: number;
  /** Zones of everybody in it. */
  org: readonly number[] | null;
  state: 'ringing' | 'talking';
  caller: number;
  caller_name: string;
  /** Whom it rings at, or the one who answered. */
  callees: readonly number[];
  callee_name: string;
  number: string;
  priority: number;
  mode: (typeof callMode)[keyof typeof callMode];
  /** Wall time of the dialling and of the answer, epoch seconds. */
  since: number;
  answered_at: number | null;
}
