import type { z } from 'zod';
import { type FieldFault, isMessageKey, type MessageKey, type MessageParams } from '../api/errors.ts';
import { lengthDefaults } from '../constants.ts';

/**
 * Encodes a message key with its parameters as the message of a zod issue, so that server and console translate it.
 * Form resolvers and request validators pass on this one string only; parameters are appended like a query string:
 * `rules.length?min=1&max=50`.
 */
export function ruleMessage(key: MessageKey, params: MessageParams = {}): string {
  const entries = Object.entries(params).map(([name, value]) => [name, String(value)] as [string, string]);
  return entries.length === 0 ? key : `${key}?${new URLSearchParams(entries).toString()}`;
}

/** Message of a text that is longer than it may be. @param min shortest text that is accepted, characters */
export function lengthMessage(max: number, min: number = lengthDefaults.min): string {
  return ruleMessage('rules.length', { min, max });
}

/** Key and parameters of a rule's message; null for any other string (for example an English text of zod). */
export function readRuleMessage(message: string): { key: MessageKey; params: Record<string, string> } | null {
  const [key, query = ''] = message.split('?', 2);
  return isMessageKey(key) ? { key, params: Object.fromEntries(new URLSearchParams(query)) } : null;
}

const missing = { key: 'rules.required', params: { field: 'field.default' } } as const;

/** Maps a built-in issue of zod to the message key of a rule. */
function builtIn(issue: z.core.$ZodIssue): { key: MessageKey; params: MessageParams } {
  const none = {};
  switch (issue.code) {
    case 'invalid_type':
      // zod tells a missing value from a wrong one by its input only, which issues do not keep
      if (issue.message.endsWith('received undefined')) return missing;
      return { key: issue.expected === 'number' ? 'rules.number' : 'rules.invalid', params: none };
    case 'too_small': {
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return missing;
      const params = { min: String(issue.minimum) };
      if (issue.origin === 'string') return { key: 'rules.lengthMin', params };
      return { key: issue.origin === 'array' ? 'rules.itemsMin' : 'rules.min', params };
    }
    case 'too_big': {
      const params = { max: String(issue.maximum) };
      // The rule of lengths has one message; a schema that needs a text gives its minimum by `lengthMessage`.
      if (issue.origin === 'string') return { key: 'rules.length', params: { min: '0', ...params } };
      return { key: issue.origin === 'array' ? 'rules.itemsMax' : 'rules.max', params };
    }
    case 'invalid_value':
      return { key: 'rules.choice', params: none };
    case 'invalid_format':
      return { key: issue.format === 'url' ? 'rules.url' : 'rules.invalid', params: none };
    case 'unrecognized_keys':
      return { key: 'rules.unknownField', params: { fields: issue.keys.join(', ') } };
    default:
      return { key: 'rules.invalid', params: none };
  }
}

/** Converts an issue of zod, of our rules or built-in, to a field fault. */
export function issueFault(issue: z.core.$ZodIssue): FieldFault {
  const { key, params } = readRuleMessage(issue.message) ?? builtIn(issue);
  return { path: issue.path.map(String).join('.'), key, params };
}

/**
 * Translates the message of a rule. `translate` is the console's `t` or the server's `messageText` in a language; a
 * parameter that is a message key itself (`field.name`) is translated first. Other strings are returned unchanged.
 */
export function ruleText(
  message: string,
  translate: (key: MessageKey, params: Record<string, string>) => string,
): string {
  const rule = readRuleMessage(message);
  if (!rule) return message;
  const params = Object.fromEntries(
    Object.entries(rule.params).map(([name, value]) => [
      name,
      isMessageKey(value) ? translate(value, {}) : value,
    ]),
  );
  return translate(rule.key, params);
}
