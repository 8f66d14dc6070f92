import { issueFault, ruleText } from '../../../contract/ruleMessage.ts';
import { type MessageKey, messageText } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/language.ts';
import type { z } from 'zod';

/** The message of a field's error in the user's language: a key of the catalogue with its parameters, or a text. */
export function fieldErrorText(message: string | undefined, language: Language): string | undefined {
  if (message === undefined || message === '') return undefined;
  return ruleText(message, (key: MessageKey, params) => messageText(key, language, params));
}

/** Zod's own issues as keys of the catalogue, so that a form never shows zod's English. */
export function zodMessage(issue: z.core.$ZodRawIssue): string {
  const { key, params } = issueFault(issue as unknown as z.core.$ZodIssue);
  const query = new URLSearchParams(Object.entries(params ?? {}).map(([k, v]) => [k, String(v)])).toString();
  return query === '' ? key : `${key}?${query}`;
}
