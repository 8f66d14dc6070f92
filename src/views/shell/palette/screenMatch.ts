/** Tells whether every word of `query` occurs in the text. */
export function matches(text: string, query: string): boolean {
  const low = text.toLocaleLowerCase();
  return wordsOf(query).every((word) => low.includes(word));
}

/** Rank of a name that matches: 0 begins with the first word, 1 has a word that does, 2 contains it; 3 does not match. */
export function rankOf(name: string, query: string): number {
  if (!matches(name, query)) return 3;
  const low = name.toLocaleLowerCase();
  const [first = ''] = wordsOf(query);
  if (low.startsWith(first)) return 0;
  return low.split(/[\s/()]+/).some((part) => part.startsWith(first)) ? 1 : 2;
}

const wordsOf = (query: string) => query.trim().toLocaleLowerCase().split(/\s+/);
