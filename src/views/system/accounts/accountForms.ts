import { z } from 'zod';
import { idSchema } from '../../../../contract/api/envelope.ts';
import { accountEntity } from '../../../../contract/entities/site/account.ts';
import { idCardField } from '../../../../contract/rules/idCard.ts';
import { ruleMessage } from '../../../../contract/rules/ruleMessage.ts';
import { accountPassword, confirmed } from '../../../../contract/rules/rules.ts';

const role = idSchema.refine((id) => id > 0);
const role_id = z
  .unknown()
  .refine((value) => role.safeParse(value).success, {
    error: ruleMessage('rules.required', { field: 'field.role' }),
  })
  .transform(Number);
const groups = z.array(z.number().int());

/**
 * Requires at least one zone for an account without all zones, as the server does (zone.accountNeedsZone).
 */
function zonesChosen(context: {
  value: { groups?: number[]; all_zones?: boolean };
  issues: z.core.$ZodRawIssue[];
}): void {
  const { groups: chosen = [], all_zones } = context.value;
  if (all_zones === true || chosen.length > 0) return;
  // `continue` also runs the check of the confirmation, so that both errors are shown at once.
  const message = 'rules.selectOrg';
  context.issues.push({ code: 'custom', path: ['groups'], message, input: chosen, continue: true });
}

const { code, name } = accountEntity.create.shape;

/** Schema of the form for changing an account. */
export const editForm = z
  .object({ code, name, id_card: idCardField, role_id, groups, all_zones: z.boolean() })
  .check(zonesChosen);

/** Schema of the form for a new account. @param strength requires three of four character classes (brand) */
export function createForm(strength: boolean) {
  return z
    .object({
      code,
      name,
      id_card: idCardField,
      role_id,
      groups,
      all_zones: z.boolean(),
      password: accountPassword(strength),
      confirmPassword: z.string(),
      must_change_password: z.boolean(),
    })
    .check(zonesChosen)
    .check(confirmed);
}
