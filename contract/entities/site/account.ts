import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { optionalIdCard } from '../../rules/idCard.ts';
import { accountPassword, confirmed, requiredText, userNumber } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';

const name = requiredText('name');
const code = requiredText('account').pipe(userNumber);
/** Password; its rule depends on the site and is checked by the server and by the form (`accountForm`). */
const password = z.string().max(200);
/** Roots of the zones that the account may touch (groups); with `all_zones` they do not count. */
const groups = z.array(idSchema).max(2000);

/** User account. The password is never in a response. */
export const accountEntity = defineEntity({
  path: 'user',
  key: 'user',
  noun: {
    one: 'account',
    many: 'accounts',
    about:
      'An account is the login of a person; its role defines the permissions, its zones where they apply.',
    removal: 'Its logins end at once; what it created is kept.',
    failures: {
      write: {
        badRequest: ['rules.userNumber', 'rules.idCard'],
        forbidden: ['account.beyondOwn', 'auth.roleBeyondOwn', 'account.allZonesBeyondOwn'],
        conflict: ['account.cannotDisableSelf', 'auth.lastAdministrator'],
      },
      remove: {
        forbidden: ['account.beyondOwn'],
        conflict: ['auth.cannotDeleteSelf', 'auth.lastAdministrator'],
      },
    },
  },
  example: { code: 'klee', name: 'Kim Lee', password: 'Correct-Horse-1', role_id: 2, groups: [1] },
  row: z.object({
    id: z.number().int().describe(fieldText.id),
    code: z.string().describe('Login name: letters and digits, unique.'),
    name: z.string().describe('Name of the person.'),
    id_card_masked: z
      .string()
      .describe('ID card number with all but the last four characters replaced by stars; empty: none.'),
    role_id: z.number().int().describe(fieldText.role_id),
    role_code: z.string().describe(fieldText.role_code),
    role_name: z.string().describe(fieldText.role_name),
    groups: z
      .array(z.number().int())
      .describe('Ids of the zones of the account, which include all zones below; ignored with `all_zones`.'),
    all_zones: z.boolean().describe(fieldText.all_zones),
    disabled: z.boolean().describe(fieldText.disabled),
    must_change_password: z.boolean().describe(fieldText.must_change_password),
    sessions: z.number().int().describe('Number of valid logins.'),
    active_sessions: z.number().int().describe('Number of logins used within the last two minutes.'),
    last_seen_at: z
      .number()
      .int()
      .nullable()
      .describe('Last call of the account, epoch s; null: it has no login.'),
    rev: z.number().int().describe(fieldText.rev),
    created_at: z.number().int().describe(fieldText.created_at),
  }),
  create: z.object({
    code: code.describe('Login name: letters and digits, unique.'),
    name: name.describe('Name of the person.'),
    password: password.describe(fieldText.password),
    id_card: optionalIdCard.default('').describe(fieldText.id_card),
    role_id: idSchema.describe(fieldText.role_id),
    groups: groups
      .default([])
      .describe('Ids of the zones of the account, which include all zones below; ignored with `all_zones`.'),
    all_zones: z.boolean().default(false).describe(fieldText.all_zones),
    disabled: z.boolean().default(false).describe(fieldText.disabled),
    must_change_password: z.boolean().default(false).describe(fieldText.must_change_password),
  }),
  patch: z.object({
    code: code.optional().describe('Login name: letters and digits, unique.'),
    name: name.optional().describe('Name of the person.'),
    id_card: optionalIdCard.optional().describe(fieldText.id_card),
    role_id: idSchema.optional().describe(fieldText.role_id),
    groups: groups
      .optional()
      .describe('Ids of the zones of the account, which include all zones below; ignored with `all_zones`.'),
    all_zones: z.boolean().optional().describe(fieldText.all_zones),
    disabled: z.boolean().optional().describe(fieldText.disabled),
  }),
  filter: z.object({
    role_id: idSchema.optional().describe(fieldText.role_id),
    disabled: z.stringbool().optional().describe(fieldText.disabled),
    all_zones: z.stringbool().optional().describe(fieldText.all_zones),
  }),
  sortable: ['code', 'name', 'created_at'],
  searchable: ['code', 'name'],
});
export type Account = z.output<typeof accountEntity.row>;

/** The form of a new account, with the confirmation of its password. @param strength three of four classes */
export function accountForm(strength: boolean) {
  return accountEntity.create
    .extend({
      password: accountPassword(strength).describe(fieldText.password),
      confirmPassword: z.string().describe(fieldText.confirmPassword),
    })
    .check(confirmed);
}

/** `POST /v1/user/:id/password`: sets the password of another account and ends all its logins. */
export const passwordResetBody = z.object({
  password: password.describe(fieldText.password),
  confirmPassword: z.string().max(200).describe(fieldText.confirmPassword),
  must_change_password: z.boolean().default(false).describe(fieldText.must_change_password),
});
export type PasswordReset = z.output<typeof passwordResetBody>;

/** Form of a password reset. */
export function passwordResetForm(strength: boolean) {
  return z
    .object({
      password: accountPassword(strength).describe(fieldText.password),
      confirmPassword: z.string().describe(fieldText.confirmPassword),
      must_change_password: z.boolean().describe(fieldText.must_change_password),
    })
    .check(confirmed);
}

/** `POST /v1/user/batch`. */
export const accountBatch = z.object({
  ids: z.array(idSchema).min(1).max(20_000).describe(fieldText.ids),
  action: z
    .enum(['enable', 'disable', 'delete'])
    .describe(
      'What happens to each account: `enable` lets it log in, `disable` ends its logins and prevents new ones, `delete` removes it.',
    ),
});
export type AccountBatch = z.output<typeof accountBatch>;
