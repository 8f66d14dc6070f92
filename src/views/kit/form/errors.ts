import type { z } from 'zod';
import { messageText } from '../../../../contract/api/errors.ts';
import type { Language } from '../../../../contract/language.ts';
import { issueFault, ruleMessage, ruleText } from '../../../../contract/rules/ruleMessage.ts';

/** Translates the message of a field error: a key of the catalogue with its parameters, or a text. */
export function fieldErrorText(message: string | undefined, language: Language): string | undefined {
  if (message === undefined || message === '') return undefined;
  return ruleText(message, (key, params) => messageText(key, language, params));
}

/**
 * Maps zod's own issues to keys of the catalogue, so that no form shows zod's English; for `zodResolver`'s
 * `error`.
 */
export function zodMessage(issue: { code?: string | undefined; message?: string | undefined }): string {
  const { input, message } = issue as { input?: unknown; message?: string };
  // A raw issue has no text yet; `issueFault` recognizes a missing value by zod's text for it.
  const text = message ?? (input === undefined ? 'received undefined' : '');
  const { key, params } = issueFault({ path: [], ...issue, message: text } as unknown as z.core.$ZodIssue);
  return ruleMessage(key, params);
}
