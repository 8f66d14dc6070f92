import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { readRuleMessage } from '../../../../contract/rules/ruleMessage.ts';
import { accountPassword, confirmFault } from '../../../../contract/rules/rules.ts';
import { guessableFault } from './guessable.ts';

/** Refuses one field with a rule's message. */
export function refuseField(path: string, message: string): never {
  const rule = readRuleMessage(message) ?? { key: 'rules.invalid' as const, params: {} };
  throw new AppError(errorCode.badRequest, rule.key, rule.params, { fields: [{ path, ...rule }] });
}

/**
 * Checks a new password of an account.
 * @param rule `strength`: three of four classes; `names`: code and name of the account
 * @throws AppError 400 for its field
 */
export function checkNewPassword(
  password: string,
  { strength, names }: { strength: boolean; names: readonly string[] },
  confirmation?: string,
): void {
  const weak = accountPassword(strength).safeParse(password).error?.issues[0]?.message;
  if (weak !== undefined) refuseField('password', weak);
  const guessable = guessableFault(password, names);
  if (guessable !== null) refuseField('password', guessable);
  if (confirmation === undefined) return;
  const differs = confirmFault(password, confirmation);
  if (differs !== null) refuseField('confirmPassword', differs);
}
