import { z } from 'zod';
import { terminalRole } from '../codes.ts';
import { defineKind } from './terminal.ts';

/** Call stations (spec 3, "Caster"). */
export const casterKind = defineKind(
  'caster',
  terminalRole.caster,
  {
    /** Among calls; a larger number wins. */
    priority: z.number().int().min(0).max(100),
  },
  { priority: 0 },
);
export const casterEntity = casterKind.entity;
