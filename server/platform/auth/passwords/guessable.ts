import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessageKey } from '../../../../contract/api/errors.ts';
import { passwordMinLength } from '../../../../contract/constants.ts';
import { foldedCode } from '../../../../contract/rules/foldedCode.ts';

/** Letters and digits only: characters between and around them are guessed first. */
const plain = (text: string) => foldedCode(text).replace(/[^\p{L}\p{N}]/gu, '');
/** Replaces characters that people write in place of letters. */
const asLetters = (text: string) => text.replaceAll('@', 'a').replaceAll('$', 's');

let common: ReadonlySet<string> | undefined;

/** Read when the first password is set, because most processes never need it. */
function commonPasswords(): ReadonlySet<string> {
  const text = () => readFileSync(join(import.meta.dirname, 'commonPasswords.txt'), 'utf8');
  common ??= new Set(
    text()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  return common;
}

/**
 * Tells if a new password is among the first guesses: a common one, or one that is too short without the
 * account's own name.
 * @param names code and name of the account
 * @returns the message key of the fault, or null
 */
export function guessableFault(password: string, names: readonly string[]): MessageKey | null {
  const [letters, read] = [plain(password), plain(asLetters(password))];
  if (commonPasswords().has(letters) || commonPasswords().has(read)) return 'rules.passwordCommon';
  const holdsName = names.map(plain).some((name) => {
    if (name.length < 3) return name !== '' && letters === name;
    return letters.includes(name) && letters.replaceAll(name, '').length < passwordMinLength;
  });
  return holdsName ? 'rules.passwordName' : null;
}
