import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { callMode, terminalRole } from '../../codes.ts';
import { talkStart } from '../../protocol/talk.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { dialogueCode } from '../../rules/rules.ts';
import { callNumber, defineKind } from './terminal.ts';

/** Phone of a telephone system that is a dialogue terminal. */
export const phoneStation = z.object({
  integration: idSchema.describe('Id of the integration that is its telephone system.'),
  number: z
    .string()
    .trim()
    .regex(/^[0-9A-Za-z+._-]{1,32}$/, { error: 'rules.phoneNumber' })
    .describe('Number or name of the phone in its telephone system.'),
});
export type PhoneStation = z.output<typeof phoneStation>;

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
    phone: phoneStation
      .nullable()
      .describe(
        'Phone of a telephone system, which this server calls by SIP; null: a terminal that connects to this server.',
      ),
  },
  { priority: 0, dialogue_code: '', callee: '', call_mode: callMode.default, phone: null },
);
export const dialogueEntity = dialogueKind.entity;

/** `POST /v1/dialogue/phone`: a phone of a telephone system as a dialogue terminal. */
export const phoneCreate = dialogueEntity.create.pick({ name: true, org: true }).extend({
  phone: phoneStation.describe('The phone.'),
  call_number: callNumber.default('').describe(fieldText.call_number),
});
/** `POST /v1/dialogue/:id/page`: rings a phone, whose user then speaks to these targets. */
export const phonePage = talkStart.pick({ targets: true }).extend({
  priority: talkStart.shape.priority.describe('Priority among talks, 0-100; the larger number wins.'),
});

/** Answer: the stored phone. */
export const phoneRow = dialogueEntity.row
  .pick({ id: true, code: true, name: true, org: true, call_number: true })
  .extend({ phone: phoneStation.describe('The phone.') });

export type Dialogue = z.output<typeof dialogueEntity.row>;
