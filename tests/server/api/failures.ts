import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../../contract/errors.ts';
import { generalFailures } from '../../../server/api/general.ts';
import { type ApiDocument, operationsOf } from './walkDocument.ts';

const root = join(import.meta.dirname, '../../..');

/** Source files that may make a failure: not the texts, and not the lists of what is described. */
const sources = ['server', 'contract'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => name.endsWith('.ts') && !/\.docs\.ts$|^contract.messages|^server.api/.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8').replace(/\bfailures: \{[\s\S]*?\n {4}\}/g, '')),
);

/** Failures that any operation may have, and those that no answer to a call carries. */
const elsewhere = new Set<string>([
  ...Object.values(generalFailures).flat(),
  // Told to a terminal on its own connection, and kept as the last error of an integration.
  ...['talk.notStation', 'terminal.codeTaken', 'integration.otherHost'],
]);

/** Failures by `409 media.inUse`, with the code of the body, from the descriptions of all operations. */
export function failuresListed(document: ApiDocument): Set<string> {
  const lines = operationsOf(document).flatMap(([, { description = '' }]) => [
    ...description.matchAll(/^- (\d+)(?:, code (\d+))?, `([\w.]+)`/gm),
  ]);
  return new Set(lines.map(([, status, code, key]) => `${code ?? status} ${key}`));
}

/** Failures that the server throws with code and key as literals; those whose key is computed are not seen. */
export function failuresThrown(): Set<string> {
  const found = sources.flatMap((source) => [...source.matchAll(/errorCode\.(\w+),\s*'([\w.]+)'/g)]);
  return new Set(
    found
      .filter(([, , key = '']) => !elsewhere.has(key))
      .map(([, name, key]) => `${errorCode[name as keyof typeof errorCode]} ${key}`),
  );
}

/** Tells whether the message of a failure is used outside of descriptions, by its key or by the beginning of one that is computed. */
export function isMade(failure: string): boolean {
  const key = failure.slice(failure.indexOf(' ') + 1);
  const beginning = key.slice(0, key.lastIndexOf('.') + 1);
  return sources.some((source) => source.includes(`'${key}'`) || source.includes(`\`${beginning}\${`));
}
