import { z } from 'zod';

export const faultState = z.enum(['new', 'acknowledged', 'resolved']);

/** Kinds of fault that exist; each has its text in the locale section `fault`. */
export const faultKinds = [
  'terminal_lost',
  'terminal_silent',
  'terminal_locked',
  'terminal_duplicate',
  'broadcast_missed',
  'disk',
  'clock',
  'tts',
] as const;
export const faultKind = z.enum(faultKinds);
export type FaultKind = z.output<typeof faultKind>;

export const faultRow = z.object({
  id: z.number().int(),
  kind: faultKind,
  subject: z.string(),
  terminal_id: z.number().int().nullable(),
  org: z.number().int().nullable(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  state: faultState,
  opened_at: z.number().int(),
  acknowledged_at: z.number().int().nullable(),
  acknowledged_by_name: z.string().nullable(),
  resolved_at: z.number().int().nullable(),
  rev: z.number().int(),
});
/** A fault, also the live row of the `fault` topic (open faults only). */
export type Fault = z.output<typeof faultRow>;
