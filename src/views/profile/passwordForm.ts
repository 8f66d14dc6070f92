import { z } from 'zod';
import { accountPassword, confirmed } from '../../../contract/rules.ts';

/** One's own new password, by the rule that holds for accounts: three of four classes, or the one with special characters. */
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
