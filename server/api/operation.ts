import { errorCode, httpStatus, type MessageKey, messageText } from '../../contract/errors.ts';

/** Failures of an operation beside those that every operation has, by the name of their code (contract/errors.ts). */
export type Failures = Partial<Record<keyof typeof errorCode, readonly MessageKey[]>>;

/** An operation as the description of the API has it. */
export interface OperationDoc {
  /** Stable: clients are generated from it. */
  operationId: string;
  /** Imperative, at most 72 characters. */
  summary: string;
  description: string;
}

/** Operations of a folder by method and path, e.g. `POST /v1/task/:id/stop`. */
export type OperationDocs = Readonly<Record<string, OperationDoc>>;

/** `409 media.inUse`: its English text, and the code of the body where that is not the HTTP status. */
function failureLine(name: keyof typeof errorCode, key: MessageKey): string {
  const code = errorCode[name];
  const status = httpStatus(code);
  const body = status === code ? '' : `, code ${code}`;
  return `- ${status}${body}, \`${key}\`: ${messageText(key, 'en')}`;
}

/** An operation; each failure is written out with HTTP status, message key and English text. */
export function operation(
  operationId: string,
  summary: string,
  description: string,
  failures: Failures = {},
): OperationDoc {
  const lines = Object.entries(failures).flatMap(([name, keys]) =>
    keys.map((key) => failureLine(name as keyof typeof errorCode, key)),
  );
  const list = lines.length === 0 ? '' : `\n\nFailures:\n${lines.join('\n')}`;
  return { operationId, summary, description: `${description}${list}` };
}

/** `fire terminal` as part of an id: `FireTerminal`. */
export function pascal(words: string): string {
  return words
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `a zone`, `an alarm plan`. */
export const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
