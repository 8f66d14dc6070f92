/** Letter whose lower case has two characters in JavaScript and one in the database. */
const DOTTED_I = 'İ';

/**
 * Lower-case form in which codes of accounts and terminals are compared, because people read codes from paper and
 * over the telephone. Converts each character alone, as `lower` of the database does; `toLowerCase` of a whole text
 * depends on neighbouring letters.
 */
export const foldedCode = (code: string): string =>
  Array.from(code, (letter) => (letter === DOTTED_I ? 'i' : letter.toLowerCase())).join('');
