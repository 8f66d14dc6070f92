import { z } from 'zod';
import { accountPassword, confirmed } from '../../../../contract/rules/rules.ts';

/**
 * Schema of a new own password by the rule of the site: three of four character classes, or the rule with
 * special characters.
 */
export function passwordForm(strength: boolean) {
  return z
    .object({
      old_password: z.string().min(1, 'auth.passwordEmpty'),
      password: accountPassword(strength),
      confirmPassword: z.string(),
    })
    .check(confirmed);
}

export const noPasswords = { old_password: '', password: '', confirmPassword: '' };
