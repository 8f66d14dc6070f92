import { z } from 'zod';
import type { MessageKey } from '../api/errors.ts';
import { lengthDefaults, passwordMinLength } from '../constants.ts';
import { ruleMessage } from './ruleMessage.ts';

/**
 * Form rules as zod schemas for both sides. Each raises a message key (see `ruleMessage.ts`).
 * Lengths count characters as people do, not UTF-16 units.
 */

const count = (text: string) => [...text].length;

/** A field name of the catalogue: `name` stands for the key `field.name`. */
export type FieldName = {
  [K in MessageKey]: K extends `field.${infer N}` ? N : never;
}[MessageKey];

function requiredMessage(field: FieldName): string {
  return ruleMessage('rules.required', { field: `field.${field}` });
}

/**
 * Matches a visible character: no white space, control or default-ignorable character (zero-width, direction marks).
 */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Required field: 'please enter {field, or a default name}!'. Invisible characters do not count. */
export function required(field: FieldName = 'default') {
  const error = requiredMessage(field);
  return z.string({ error }).refine((text) => visible.test(text), { error, abort: true });
}

/** Length in characters: default min 1, max 50. */
export function length(min: number = lengthDefaults.min, max: number = lengthDefaults.max) {
  const error = ruleMessage('rules.length', { min, max });
  return z.string({ error }).refine((text) => count(text) >= min && count(text) <= max, { error });
}

/** Required and length together, the rule of most names. */
export function requiredText(
  field: FieldName = 'default',
  max: number = lengthDefaults.max,
  min: number = lengthDefaults.min,
) {
  return required(field).refine((text) => count(text) >= min && count(text) <= max, {
    error: ruleMessage('rules.length', { min, max }),
  });
}

/** Minimum length: default 8. */
export function lengthMin(min: number = lengthDefaults.lengthMin) {
  const error = ruleMessage('rules.lengthMin', { min });
  return z.string({ error }).refine((text) => count(text) >= min, { error });
}

/** Letters-and-digits combination: neither all digits nor all letters. */
export function isMixed(text: string): boolean {
  return !/^\d+$/.test(text) && !/^[A-Za-z]+$/.test(text);
}

export const lettersAndDigits = z
  .string({ error: 'rules.lettersAndDigits' })
  .refine(isMixed, { error: 'rules.lettersAndDigits' });

/** Password: 8 to 20 letters and digits, not all of one kind. The rule of casters. */
export function isPassword(text: string): boolean {
  return /^[A-Za-z0-9]{8,20}$/.test(text) && isMixed(text);
}

export const password = z.string({ error: 'rules.password' }).refine(isPassword, { error: 'rules.password' });

const kinds = (text: string, classes: readonly RegExp[]) => classes.filter((one) => one.test(text)).length;

/** Password with special characters: 8 to 100, no spaces, two of digits, letters, ~!@#$%^&*()_<>. */
export function isPasswordSpecial(text: string): boolean {
  const size = count(text);
  if (size < passwordMinLength || size > 100 || /\s/.test(text)) return false;
  return kinds(text, [/\d/, /[A-Za-z]/, /[~!@#$%^&*()_<>]/]) >= 2;
}

export const passwordSpecial = z
  .string({ error: 'rules.passwordSpecial' })
  .refine(isPasswordSpecial, { error: 'rules.passwordSpecial' });

/** Password strength: at least 8 non-space characters of three of the four classes. */
export function isPasswordStrong(text: string): boolean {
  if (count(text) < passwordMinLength || /\s/.test(text)) return false;
  return kinds(text, [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9\s]/]) >= 3;
}

/** Maximum length of strong passwords; limits the time of hashing, which grows with the length. */
export const passwordMaxLength = 100;

export const passwordStrong = z
  .string({ error: 'rules.passwordStrength' })
  .refine(isPasswordStrong, { error: 'rules.passwordStrength' })
  .refine((text) => count(text) <= passwordMaxLength, {
    error: ruleMessage('rules.passwordMax', { max: passwordMaxLength }),
  });

const written = z.string({ error: 'auth.passwordEmpty' }).refine((text) => text !== '', {
  error: 'auth.passwordEmpty',
  abort: true,
});

/** The password rule of accounts: strength on, three of four classes; off, the rule with specials. */
export function accountPassword(strength: boolean) {
  return written.pipe(strength ? passwordStrong : passwordSpecial);
}

/** Confirm password must be non-empty and equal. Returns the key of the message, or null. */
export function confirmFault(value: string, confirmation: string): MessageKey | null {
  if (confirmation === '') return 'rules.confirmRequired';
  return confirmation === value ? null : 'rules.confirmDiffers';
}

/**
 * Checks that `password` and `confirmPassword` of a form are equal. Use as `schema.check(confirmed)`.
 * A blank password, where the form allows one (zones), needs no confirmation.
 */
export function confirmed(context: {
  value: { password?: string | undefined; confirmPassword?: string | undefined };
  issues: z.core.$ZodRawIssue[];
}): void {
  const { password: value = '', confirmPassword = '' } = context.value;
  if (value === '' && confirmPassword === '') return;
  const fault = confirmFault(value, confirmPassword);
  if (fault)
    context.issues.push({
      code: 'custom',
      path: ['confirmPassword'],
      message: fault,
      input: confirmPassword,
      // The other checks of the form still run, so that all faults are reported.
      continue: true,
    });
}

/** Account and password must not be empty at login. */
export const loginForm = z.object({
  username: z
    .string({ error: 'auth.accountEmpty' })
    .max(100, { error: 'auth.wrongLogin' })
    .refine((text) => text.trim() !== '', { error: 'auth.accountEmpty' }),
  password: z
    .string({ error: 'auth.passwordEmpty' })
    .max(200, { error: 'auth.wrongLogin' })
    .refine((text) => text !== '', { error: 'auth.passwordEmpty' }),
});
export type LoginForm = z.infer<typeof loginForm>;

/** User number: digits or letters only. */
export const userNumber = z
  .string({ error: 'rules.userNumber' })
  .regex(/^[A-Za-z0-9]+$/, { error: 'rules.userNumber' });

/** ID card number: 15 digits, 18 digits, or 17 digits and X. */
export const idCard = z
  .string({ error: 'rules.idCard' })
  .regex(/^(?:\d{15}|\d{17}[\dXx])$/, { error: 'rules.idCard' });

/** The dialogue code is exactly 8 characters from A-F or 0-9. */
export const dialogueCode = z
  .string({ error: 'rules.dialogueCode' })
  .regex(/^[A-F0-9]{8}$/, { error: 'rules.dialogueCode' });
