import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { terminalRole } from '../../codes.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { confirmed, password, requiredText, userNumber } from '../../rules/rules.ts';
import { callNumber, defineKind, volume } from './terminal.ts';

const plain = defineKind(
  'caster',
  terminalRole.caster,
  {
    priority: z
      .number()
      .int()
      .min(0)
      .max(100)
      .describe('Priority among calls, 0-100; the larger number wins.'),
  },
  { priority: 0 },
);

/** Zones that the station may page; empty: its own zone. */
const orgs = z.array(idSchema).max(2000);
const user_id = idSchema.nullable();
/** Password typed on a keypad: 8 to 20 letters and digits, not all of one kind. */
const confirmPassword = z.string().max(100).optional();

/** Fields of a caster's account beside the common fields and settings, as in responses. */
const account = {
  user_id: z.number().int().nullable().describe(fieldText.user_id),
  orgs: z
    .array(z.number().int())
    .describe('Ids of the zones that it may speak to; empty: the zone of the terminal.'),
  disabled: z.boolean().describe('Whether the call station is disabled.'),
  has_password: z.boolean().describe(fieldText.has_password),
};
export type CasterAccountFields = z.output<z.ZodObject<typeof account>>;
/** Fields of an adopted call station without an account. */
export const noCasterAccount: CasterAccountFields = {
  user_id: null,
  orgs: [],
  disabled: false,
  has_password: false,
};

const { entity } = plain;
/**
 * Casters: a caster is the account of a call station. It is made by a form before any station connects, or by
 * adopting one; `code` is the account.
 */
export const casterKind = {
  ...plain,
  related: noCasterAccount,
  entity: {
    ...entity,
    row: entity.row.extend(account),
    example: { code: 'desk1', name: 'Front desk', password: 'desk2026', org: 1, orgs: [1] },
    create: z.object({
      code: requiredText('account', 32, 3)
        .pipe(userNumber)
        .describe('Login name of the call station, 3-32 letters and digits.'),
      name: requiredText('name').describe(fieldText.name),
      password: password.describe(
        'Password for a keypad: 8-20 letters and digits, not all of one kind; never in a response.',
      ),
      confirmPassword: confirmPassword.describe(fieldText.confirmPassword),
      org: idSchema.nullable().describe(fieldText.org),
      user_id: user_id.default(null).describe(fieldText.user_id),
      orgs: orgs
        .default([])
        .describe('Ids of the zones that it may speak to; empty: the zone of the terminal.'),
      priority: plain.settings.shape.priority
        .default(0)
        .describe('Priority among calls, 0-100; the larger number wins.'),
      dev_name2: z.string().trim().max(50).default('').describe(fieldText.dev_name2),
      call_number: callNumber.default('').describe(fieldText.call_number),
      ao_volume: volume.default(80).describe(fieldText.ao_volume),
      ai_volume: volume.default(80).describe(fieldText.ai_volume),
      disabled: z.boolean().default(false).describe('Whether the call station is disabled.'),
    }),
    patch: entity.patch.extend({
      password: password
        .optional()
        .describe(
          'Password for a keypad: 8-20 letters and digits, not all of one kind; never in a response.',
        ),
      confirmPassword: confirmPassword.describe(fieldText.confirmPassword),
      user_id: user_id.optional().describe(fieldText.user_id),
      orgs: orgs
        .optional()
        .describe('Ids of the zones that it may speak to; empty: the zone of the terminal.'),
      disabled: z.boolean().optional().describe('Whether the call station is disabled.'),
    }),
  },
};
export const casterEntity = casterKind.entity;
export type Caster = z.output<typeof casterEntity.row>;
export type CasterForm = z.output<typeof casterEntity.create>;

/** The form of a new caster, with the confirmation of its password. */
export const casterForm = casterEntity.create
  .extend({ confirmPassword: z.string().describe(fieldText.confirmPassword) })
  .check(confirmed);
