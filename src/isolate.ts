/** Any character of a script that is written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Controls of the Unicode bidirectional algorithm (UAX 9): first strong isolate, pop directional isolate. */
const ISOLATE = '\u2068';
const END = '\u2069';

/**
 * Isolates a name that contains right-to-left characters, so that it does not reorder the words and numbers
 * beside it in a sentence. Other text is returned unchanged.
 */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `${ISOLATE}${text}${END}` : text;
}
