import { z } from 'zod';
import { terminalRole } from '../codes.ts';
import { idSchema } from '../envelope.ts';
import { confirmed, password, requiredText, userNumber } from '../rules.ts';
import type { KindLive } from './kinds.ts';
import { callNumber, defineKind, volume } from './terminal.ts';

const plain = defineKind(
  'caster',
  terminalRole.caster,
  {
    /** Among calls; a larger number wins. */
    priority: z.number().int().min(0).max(100),
  },
  { priority: 0 },
);

/** Zones that it may speak to; empty: the zone that it stands in. */
const orgs = z.array(idSchema).max(2000);
const user_id = idSchema.nullable();
/** Typed on a keypad (design 11): letters and digits, 8 to 20, not all of one kind. */
const confirmPassword = z.string().max(100).optional();

/** What a caster's account has beside the common fields and settings, as it goes out. */
const account = {
  /** The console account that it belongs to; it speaks to no zone that is not also that account's. */
  user_id: z.number().int().nullable(),
  orgs: z.array(z.number().int()),
  disabled: z.boolean(),
  /** Whether a call station may log in with account and password. */
  has_password: z.boolean(),
};
export type CasterAccountFields = z.output<z.ZodObject<typeof account>>;
/** An adopted call station for which nobody has made an account yet. */
export const noCasterAccount: CasterAccountFields = {
  user_id: null,
  orgs: [],
  disabled: false,
  has_password: false,
};

const { entity } = plain;
/**
 * Casters (spec 3): a caster is the account of a call station. It is made by a form before any station connects, or by
 * adopting one; `code` is the account.
 */
export const casterKind = {
  ...plain,
  related: noCasterAccount,
  entity: {
    ...entity,
    row: entity.row.extend(account),
    create: z.object({
      /** 3 to 32: it is the terminal code of the station that logs in. */
      code: requiredText('account', 32, 3).pipe(userNumber),
      name: requiredText('name'),
      password,
      confirmPassword,
      /** Null: the top zone. */
      org: idSchema.nullable(),
      user_id: user_id.default(null),
      orgs: orgs.default([]),
      priority: plain.settings.shape.priority.default(0),
      dev_name2: z.string().trim().max(50).default(''),
      call_number: callNumber.default(''),
      ao_volume: volume.default(80),
      ai_volume: volume.default(80),
      disabled: z.boolean().default(false),
    }),
    patch: entity.patch.extend({
      password: password.optional(),
      confirmPassword,
      user_id: user_id.optional(),
      orgs: orgs.optional(),
      disabled: z.boolean().optional(),
    }),
  },
};
export const casterEntity = casterKind.entity;
export type Caster = z.output<typeof casterEntity.row>;
export type CasterForm = z.output<typeof casterEntity.create>;
/** Live row of the topic `caster`. */
export type CasterLive = KindLive<'caster'> & CasterAccountFields;

/** The form of a new caster, with the confirmation of its password. */
export const casterForm = casterEntity.create.extend({ confirmPassword: z.string() }).check(confirmed);
