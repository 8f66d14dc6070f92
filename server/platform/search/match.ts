import { type Pinyin, type Syllables, syllableIndexOf } from './pinyin.ts';

/** Object as it is searched. */
export interface Named {
  id: number;
  name: string;
  code?: string | undefined;
  client_ip?: string | undefined;
}

/** Texts of an object that are compared with words, in lower case. */
export interface SearchKeys {
  name: string;
  code: string;
  client_ip: string;
  syllables: Syllables;
}

/** Scores of a word, the best first: the text is the word, begins with it, has a part that does, or contains it. */
const EXACT = 0;
const PREFIX = 1;
const PART = 2;
const INSIDE = 3;
const letterOrDigit = /[\p{L}\p{N}]/u;

/** Converts a text to the form in which texts are compared: lower case, full-width letters and digits as plain ones. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Words of a search text. */
export const wordsOf = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean);

export function keysOf({ name, code = '', client_ip = '' }: Named, pinyin: Pinyin): SearchKeys {
  const folded = fold(name);
  return { name: folded, code: fold(code), client_ip: fold(client_ip), syllables: pinyin.of(folded) };
}

function scoreIn(text: string, word: string): number {
  const at = text.indexOf(word);
  if (at < 0) return Number.POSITIVE_INFINITY;
  if (at === 0) return text.length === word.length ? EXACT : PREFIX;
  return letterOrDigit.test(text[at - 1] ?? '') ? INSIDE : PART;
}

/**
 * Scores a word: 0 is best, infinity is no match. Pinyin comes after the same place of the name itself.
 * @param hasAddress the reader may see addresses
 */
export function scoreOf(keys: SearchKeys, word: string, hasAddress: boolean): number {
  let best = Math.min(scoreIn(keys.name, word), scoreIn(keys.code, word));
  if (hasAddress && best > PART) best = Math.min(best, scoreIn(keys.client_ip, word) + 1);
  if (best > PREFIX && keys.syllables.length > 0) {
    const at = syllableIndexOf(keys.syllables, word);
    if (at >= 0) best = Math.min(best, at === 0 ? PREFIX + 0.5 : INSIDE + 0.5);
  }
  return best;
}

/** Score of a word that only a zone of the object fits. */
const IN_ZONE = 5;

/**
 * Scores all words of a search text; infinity: one of them does not fit. A word may fit a zone of the object instead
 * of the object itself, but not all words.
 * @param isInZone tells if the object lies in a zone that the word at this place fits
 */
export function scoreAll(
  keys: SearchKeys,
  words: readonly string[],
  phrase: string,
  hasAddress: boolean,
  isInZone: (place: number) => boolean,
): number {
  let sum = 0;
  let isOwn = false;
  for (const [place, word] of words.entries()) {
    let score = scoreOf(keys, word, hasAddress);
    if (score !== Number.POSITIVE_INFINITY) isOwn = true;
    else if (isInZone(place)) score = IN_ZONE;
    else return Number.POSITIVE_INFINITY;
    sum += score;
  }
  if (!isOwn) return Number.POSITIVE_INFINITY;
  const whole = words.length > 1 ? Math.min(scoreIn(keys.name, phrase), sum / words.length) : sum;
  return whole;
}
