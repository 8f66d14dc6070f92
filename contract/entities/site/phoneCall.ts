import { z } from 'zod';
import type { DialAction } from '../../fieldCodes.ts';

/**
 * Results of a call of a telephone system: `dialling` (no code yet), `on_air`, `heard` (a page that at least one terminal
 * plays), `listening` (to what a zone plays), `silent` (a zone that plays nothing is listened to), `done`, `nobody` (one that none plays, or none has played), `calling` (a station that rings), `talking` (with a station), `refused`, `wrong_pin`, `hung_up` (before a code was complete).
 */
export const phoneResults = [
  'dialling',
  'on_air',
  'heard',
  'listening',
  'silent',
  'calling',
  'talking',
  'done',
  'nobody',
  'refused',
  'wrong_pin',
  'hung_up',
] as const;
export type PhoneResult = (typeof phoneResults)[number];

/** Last calls of a telephone system that are kept. */
export const KEPT_CALLS = 50;

/** Live row of the topic `phone_call`: a call of a telephone system, running or ended. */
export interface PhoneCallLive extends Record<string, unknown> {
  id: number;
  /** Zone of the integration. */
  org: number | null;
  integration: number;
  /** Epoch seconds. */
  at: number;
  /** Number of the caller; not proved. */
  caller: string;
  /** Code whose PIN was right; empty: none. */
  code: string;
  action: DialAction | null;
  /** Account in whose name it acted; empty: none. */
  account: string;
  result: PhoneResult;
  /** Length of the call; null: it is not over. */
  length_s: number | null;
}

/** Result of `POST /v1/integration/:id/test`. */
export const phoneTest = z.object({
  result: z
    .enum(['registered', 'answered', 'failed'])
    .describe(
      'What was proved: `registered` the registrar has taken the extension, `answered` the other side answers OPTIONS, `failed` neither.',
    ),
  status: z.number().int().nullable().describe('SIP status of the answer; null: none came.'),
  answer_ms: z.number().int().describe('Time until the result, ms.'),
  error: z.string().describe('Why it failed, as a message; empty: it did not.'),
});
export type PhoneTest = z.output<typeof phoneTest>;
