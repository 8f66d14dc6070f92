/** The one letter whose small form has two characters in JavaScript, and one in the database. */
const DOTTED_I = 'İ';

/**
 * A code of an account or terminal as it is compared: people read codes from paper and say them on the telephone. Character
 * by character, as `lower` of the database does it: `toLowerCase` of a whole text minds what stands beside a letter.
 */
export const foldedCode = (code: string): string =>
  Array.from(code, (letter) => (letter === DOTTED_I ? 'i' : letter.toLowerCase())).join('');
