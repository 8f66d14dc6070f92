import { z } from 'zod';
import { callMode, terminalRole } from '../codes.ts';
import { dialogueCode } from '../rules.ts';
import { defineKind } from './terminal.ts';

/** Dialogue (intercom) terminals, spec 3. */
export const dialogueKind = defineKind(
  'dialogue',
  terminalRole.caster,
  {
    /** Among calls; a larger number wins. */
    priority: z.number().int().min(0).max(100),
    /** By which it can be called beside its quick number: 8 characters of A-F and 0-9, unique; empty: none. */
    dialogue_code: z.union([z.literal(''), dialogueCode], { error: 'rules.dialogueCode' }),
    /** Quick number or dialogue code that its call button calls: never its own. Empty: none. */
    callee: z.string().regex(/^(?:[0-9]{1,12}|[A-F0-9]{8})?$/, { error: 'rules.callee' }),
    /** How its calls are carried (spec 3): the smallest buffer, or one that rides out a bad link. */
    call_mode: z.enum(Object.values(callMode)),
  },
  { priority: 0, dialogue_code: '', callee: '', call_mode: callMode.default },
);
export const dialogueEntity = dialogueKind.entity;
export type Dialogue = z.output<typeof dialogueEntity.row>;
