/** Pinyin of the characters of a name, and its runs of other letters and digits, each as one part. */
export type Syllables = readonly string[];

/** Converts names to pinyin without tones (`lü` as `lv`); asynchronous, because the dictionary is loaded at first use. */
export interface Pinyin {
  /** Parts of a name in lower case; none for a name without Chinese characters. */
  of(name: string): Syllables;
  /** Loads the dictionary; `of` finds nothing before. */
  load(): Promise<void>;
}

const han = /\p{Script=Han}/u;
const parts = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu;
/** Maximum number of words whose pinyin is kept: names of a site repeat few words. */
const MAX_WORDS = 20_000;

/** Creates the conversion. It keeps the pinyin of each word, so that equal words of many names are converted once. */
export function createPinyin(): Pinyin {
  let convert: ((word: string) => string[]) | undefined;
  const known = new Map<string, string[]>();

  function ofWord(word: string): string[] {
    const held = known.get(word);
    if (held !== undefined) return held;
    const made = convert?.(word) ?? [];
    if (known.size >= MAX_WORDS) known.clear();
    known.set(word, made);
    return made;
  }

  return {
    async load() {
      const { pinyin } = await import('pinyin-pro');
      convert ??= (word) => pinyin(word, { toneType: 'none', type: 'array', v: true });
    },
    of(name) {
      if (convert === undefined || !han.test(name)) return [];
      return (name.match(parts) ?? []).flatMap((part) => (han.test(part) ? ofWord(part) : [part]));
    },
  };
}

/**
 * Tells at which syllable a word begins that is written in full, by initials, or by beginnings of syllables
 * (`shitang`, `st`, `shit` for shi-tang); -1: nowhere. Every letter continues a syllable or begins the next one.
 */
export function syllableIndexOf(syllables: Syllables, word: string): number {
  for (let start = 0; start < syllables.length; start++) {
    if (syllables[start]?.[0] === word[0] && beginsAt(syllables, start, word)) return start;
  }
  return -1;
}

/** More than the letters of any part of a name. */
const PLACES = 1_024;

function beginsAt(syllables: Syllables, start: number, word: string): boolean {
  /** Places that the letters so far can have reached: the syllable, times `PLACES`, and the letter in it. */
  let reached = [start * PLACES];
  for (let at = 1; at < word.length && reached.length > 0; at++) {
    const next: number[] = [];
    for (const place of reached) {
      const syllable = Math.floor(place / PLACES);
      const goes = (to: number) => !next.includes(to) && next.push(to);
      if (syllables[syllable]?.[(place % PLACES) + 1] === word[at]) goes(place + 1);
      if (syllables[syllable + 1]?.[0] === word[at]) goes((syllable + 1) * PLACES);
    }
    reached = next;
  }
  return reached.length > 0;
}
