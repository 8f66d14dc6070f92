import { z } from 'zod';
import { idSchema } from '../envelope.ts';
import { accountPassword, confirmed, requiredText, userNumber } from '../rules.ts';
import { defineEntity } from './entity.ts';

const name = requiredText('name');
const code = requiredText('account').pipe(userNumber);
/** Its rule depends on the site (design 11): the server and the form check it, see `accountForm`. */
const password = z.string().max(200);
/** Roots of the zones that the account may touch (spec 3: groups); with `all_zones` they do not count. */
const groups = z.array(idSchema).max(2000);

/** Account: spec 3. The password never goes out. */
export const accountEntity = defineEntity({
  path: 'user',
  key: 'user',
  row: z.object({
    id: z.number().int(),
    code: z.string(),
    name: z.string(),
    role_id: z.number().int(),
    role_code: z.string(),
    role_name: z.string(),
    groups: z.array(z.number().int()),
    all_zones: z.boolean(),
    disabled: z.boolean(),
    /** Logins that are still good, and those of them used within the last two minutes. */
    sessions: z.number().int(),
    active_sessions: z.number().int(),
    /** Epoch seconds of its last call in any login that is still there. */
    last_seen_at: z.number().int().nullable(),
    rev: z.number().int(),
    created_at: z.number().int(),
  }),
  create: z.object({
    code,
    name,
    password,
    role_id: idSchema,
    groups: groups.default([]),
    all_zones: z.boolean().default(false),
    disabled: z.boolean().default(false),
  }),
  patch: z.object({
    code: code.optional(),
    name: name.optional(),
    role_id: idSchema.optional(),
    groups: groups.optional(),
    all_zones: z.boolean().optional(),
    disabled: z.boolean().optional(),
  }),
  filter: z.object({
    role_id: idSchema.optional(),
    disabled: z.stringbool().optional(),
    all_zones: z.stringbool().optional(),
  }),
  sortable: ['code', 'name', 'created_at'],
  searchable: ['code', 'name'],
});
export type Account = z.output<typeof accountEntity.row>;

/** The form of a new account, with the confirmation of its password. @param strength three of four classes */
export function accountForm(strength: boolean) {
  return accountEntity.create
    .extend({ password: accountPassword(strength), confirmPassword: z.string() })
    .check(confirmed);
}

/** `POST /v1/user/:id/password`: a new password for somebody else; all its logins end. */
export const passwordResetBody = z.object({ password, confirmPassword: z.string().max(200) });

/** The form of it. */
export function passwordResetForm(strength: boolean) {
  return z.object({ password: accountPassword(strength), confirmPassword: z.string() }).check(confirmed);
}

/** `POST /v1/user/batch`. */
export const accountBatch = z.object({
  ids: z.array(idSchema).min(1).max(20_000),
  action: z.enum(['enable', 'disable', 'delete']),
});
export type AccountBatch = z.output<typeof accountBatch>;
