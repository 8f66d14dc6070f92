import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../../contract/api/errors.ts';
import { generalFailures } from '../../../server/platform/api/general.ts';
import { type ApiDocument, operationsOf } from './walkDocument.ts';

const root = join(import.meta.dirname, '../../..');

/** Source files that may throw a failure: without texts, and without the lists of documented failures. */
const sources = ['server', 'contract'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.ts') && !/\.docs\.ts$|^contract.messages|^server.api/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8').replace(/\bfailures: \{[\s\S]*?\n {4}\}/g, '')),
);

/** Failures that any operation may return, and those that no response carries. */
const elsewhere = new Set<string>([
  ...Object.values(generalFailures).flat(),
  // Sent to a terminal on its own connection, or stored as the last error of an integration or in the task log.
  ...['talk.notStation', 'terminal.codeTaken', 'integration.otherHost'],
  ...['broadcast.waitExpired', 'broadcast.waitCancelled', 'broadcast.waitCancelledBy'],
]);

/**
 * Failures in the form `409 media.inUse`, with the code of the body, from the descriptions of all operations.
 */
export function failuresListed(document: ApiDocument): Set<string> {
  const lines = operationsOf(document).flatMap(([, { description = '' }]) => [
    ...description.matchAll(/^- (\d+)(?:, code (\d+))?, `([\w.]+)`/gm),
  ]);
  return new Set(lines.map(([, status, code, key]) => `${code ?? status} ${key}`));
}

/** Failures that the server throws with code and key as literals; computed keys are not found. */
export function failuresThrown(): Set<string> {
  const found = sources.flatMap((source) => [...source.matchAll(/errorCode\.(\w+),\s*'([\w.]+)'/g)]);
  return new Set(
    found
      .filter(([, , key = '']) => !elsewhere.has(key))
      .map(([, name, key]) => `${errorCode[name as keyof typeof errorCode]} ${key}`),
  );
}

/**
 * Tells if the message of a failure is used outside of descriptions, by its key or by the prefix of a
 * computed one.
 */
export function isMade(failure: string): boolean {
  const key = failure.slice(failure.indexOf(' ') + 1);
  const beginning = key.slice(0, key.lastIndexOf('.') + 1);
  return sources.some((source) => source.includes(`'${key}'`) || source.includes(`\`${beginning}\${`));
}
