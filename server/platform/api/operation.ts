import { errorCode, httpStatus, type MessageKey, messageText } from '../../../contract/api/errors.ts';

/** Failures specific to an operation, by the name of their code (contract/api/errors.ts). */
export type Failures = Partial<Record<keyof typeof errorCode, readonly MessageKey[]>>;

/** Texts of an operation in the OpenAPI document. */
export interface OperationDoc {
  /** Stable, because clients are generated from it. */
  operationId: string;
  /** Imperative, at most 72 characters. */
  summary: string;
  description: string;
  /** Example of its body. */
  'x-example'?: object | undefined;
}

/** Texts of a folder's operations by method and path, e.g. `POST /v1/task/:id/stop`. */
export type OperationDocs = Readonly<Record<string, OperationDoc>>;

/**
 * Line such as `409 media.inUse`: the English text of the key, and the body's code where it differs from the
 * HTTP status.
 */
function failureLine(name: keyof typeof errorCode, key: MessageKey): string {
  const code = errorCode[name];
  const status = httpStatus(code);
  const body = status === code ? '' : `, code ${code}`;
  return `- ${status}${body}, \`${key}\`: ${messageText(key, 'en')}`;
}

/** Lines of the failures, in their order. */
export function failureLines(failures: Failures): string[] {
  return Object.entries(failures).flatMap(([name, keys]) =>
    keys.map((key) => failureLine(name as keyof typeof errorCode, key)),
  );
}

/** Makes the texts of an operation; lists each failure with HTTP status, message key and English text. */
export function operation(
  operationId: string,
  summary: string,
  description: string,
  failures: Failures = {},
): OperationDoc {
  const lines = failureLines(failures);
  const list = lines.length === 0 ? '' : `\n\nFailures:\n${lines.join('\n')}`;
  return { operationId, summary, description: `${description}${list}` };
}

/** Converts words to Pascal case: `fire terminal` to `FireTerminal`. */
export function pascal(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Adds the indefinite article: `a zone`, `an alarm plan`. */
export const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
