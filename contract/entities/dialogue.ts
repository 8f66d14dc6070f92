import { z } from 'zod';
import { terminalRole } from '../codes.ts';
import { defineKind } from './terminal.ts';

/** Dialogue (intercom) terminals, spec 3. */
export const dialogueKind = defineKind(
  'dialogue',
  terminalRole.caster,
  {
    /** Among calls; a larger number wins. */
    priority: z.number().int().min(0).max(100),
  },
  { priority: 0 },
);
export const dialogueEntity = dialogueKind.entity;
