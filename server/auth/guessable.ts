import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordMinLength } from '../../contract/constants.ts';
import type { MessageKey } from '../../contract/errors.ts';
import { foldedCode } from '../../contract/foldedCode.ts';

/** Letters and digits alone: what people put between and around them is guessed first. */
const plain = (text: string) => foldedCode(text).replace(/[^\p{L}\p{N}]/gu, '');
/** Signs that people write in the place of letters. */
const asLetters = (text: string) => text.replaceAll('@', 'a').replaceAll('$', 's');

let common: ReadonlySet<string> | undefined;

/** Read when the first password is set: most processes never need it. */
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
 * Tells whether a new password is among the first that anybody tries: one that many people have, or little more than a name of
 * the account's own: without it there must be a password's length left.
 * @param names code and name of the account
 * @returns the key of what is wrong, or null
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
