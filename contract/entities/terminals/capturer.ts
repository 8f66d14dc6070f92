import { z } from 'zod';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { capturerMode, terminalRole } from '../../codes.ts';
import { MAX_CHANNELS } from '../../protocol/terminalStatus.ts';
import { defineKind } from './terminal.ts';

/** Capturers: several sound inputs, each of which can be the source of a task. */
export const capturerKind = defineKind(
  'capturer',
  terminalRole.capturer,
  {
    mode: z
      .enum([capturerMode.default, capturerMode.io])
      .describe(`Trigger mode: ${codes(meaningOf.capturerMode)}.`),
    channel_names: z
      .array(z.string().trim().max(50))
      .max(MAX_CHANNELS)
      .describe('Names of the channels 1, 2, and so on; a channel without a name has its number.'),
  },
  { mode: capturerMode.default, channel_names: [] },
);
export const capturerEntity = capturerKind.entity;
export type Capturer = z.output<typeof capturerEntity.row>;
