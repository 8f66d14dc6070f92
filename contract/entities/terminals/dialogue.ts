import { z } from 'zod';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { callMode, terminalRole } from '../../codes.ts';
import { dialogueCode } from '../../rules/rules.ts';
import { defineKind } from './terminal.ts';

/** Dialogue (intercom) terminals. */
export const dialogueKind = defineKind(
  'dialogue',
  terminalRole.caster,
  {
    priority: z
      .number()
      .int()
      .min(0)
      .max(100)
      .describe('Priority among calls, 0-100; the larger number wins.'),
    dialogue_code: z
      .union([z.literal(''), dialogueCode], { error: 'rules.dialogueCode' })
      .describe(
        'Code by which it can be called as well as by its quick number: 8 characters of A-F and 0-9, unique; empty: none.',
      ),
    callee: z
      .string()
      .regex(/^(?:[0-9]{1,12}|[A-F0-9]{8})?$/, { error: 'rules.callee' })
      .describe('Quick number or dialogue code that its call button calls; empty: none.'),
    call_mode: z
      .enum(Object.values(callMode))
      .describe(`How its calls are carried: ${codes(meaningOf.callMode)}.`),
  },
  { priority: 0, dialogue_code: '', callee: '', call_mode: callMode.default },
);
export const dialogueEntity = dialogueKind.entity;
export type Dialogue = z.output<typeof dialogueEntity.row>;
