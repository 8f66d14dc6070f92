import { z } from 'zod';
import { capturerMode, terminalRole } from '../codes.ts';
import { MAX_CHANNELS } from '../terminalStatus.ts';
import { defineKind } from './terminal.ts';

/** Capturers (spec 3): several sound inputs, each of which can be the source of a task. */
export const capturerKind = defineKind(
  'capturer',
  terminalRole.capturer,
  {
    /** Trigger mode: by hand or schedule (default), or by the input that belongs to the channel (IO). */
    mode: z.enum([capturerMode.default, capturerMode.io]),
    /** Names of the channels 1, 2, …; a channel without one goes by its number. */
    channel_names: z.array(z.string().trim().max(50)).max(MAX_CHANNELS),
  },
  { mode: capturerMode.default, channel_names: [] },
);
export const capturerEntity = capturerKind.entity;
export type Capturer = z.output<typeof capturerEntity.row>;
