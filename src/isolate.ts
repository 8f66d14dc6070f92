/** Any character of a script that is written from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** First strong isolate, and the end of it (Unicode UAX 9). */
const ISOLATE = '\u2068';
const END = '\u2069';

/**
 * A name as it goes into a sentence: one that is written from right to left is kept apart, so that it does not turn
 * round the words and numbers beside it. Everything else stays as it is.
 */
export function isolate(text: string): string {
  return rightToLeft.test(text) ? `${ISOLATE}${text}${END}` : text;
}
