import { type MessageKey, messageText } from './api/errors.ts';
import { type Language, languages } from './language.ts';

/**
 * Names that the system gives to broadcasts and recordings, such as "All-call: admin". They are stored and passed on
 * as codes (`⟦all_call|admin⟧`), also within other texts, and are shown in the language of the reader: the server
 * replaces the codes in all that it sends.
 */
const titles = {
  page: 'talk.title',
  all_call: 'talk.allCallTitle',
  emergency: 'talk.emergencyTitle',
  call: 'call.title',
  test_tone: 'broadcast.testTone',
} as const satisfies Record<string, MessageKey>;
export type SystemNameKind = keyof typeof titles;

/** Most characters of a name, as of names that people enter. */
const MAX_CHARS = 50;
const OPEN = '⟦';
const code = /⟦(\w+)\|([^⟦⟧|]*)(?:\|([^⟦⟧|]*))?⟧/g;

/** Makes the code of a name. @param parts who speaks, the two stations of a call, or an empty text */
export function systemName(
  kind: SystemNameKind,
  ...parts: readonly [string] | readonly [string, string]
): string {
  const room = Math.floor((MAX_CHARS - kind.length - parts.length - 2) / parts.length);
  const cut = parts.map((part) => [...part.replace(/[⟦⟧|]/g, ' ')].slice(0, room).join('').trim());
  return `${OPEN}${[kind, ...cut].join('|')}⟧`;
}

/** Replaces the codes of names within a text (also JSON) by what they are called in a language. */
export function withSystemNames(text: string, language: Language): string {
  if (!text.includes(OPEN)) return text;
  return text.replace(code, (whole, kind: string, first: string, second = '') =>
    isKind(kind) ? messageText(titles[kind], language, { name: first, from: first, to: second }) : whole,
  );
}

/** Words of the title of each kind in each language, without the places of names. */
const words = Object.entries(titles).flatMap(([kind, key]) =>
  languages.flatMap((lang) =>
    messageText(key, lang, { name: '\0', from: '\0', to: '\0' })
      .split('\0')
      .map((word) => word.replace(':', '').trim().toLowerCase())
      .filter((word) => word.length > 1)
      .map((word) => ({ kind, word })),
  ),
);

/**
 * Parts of codes that a search for words of a title means: "all-call" and "全区广播" find all-calls, "all-call: adm"
 * those of admin. Empty for a search that has no such word.
 */
export function systemNameSearch(search: string): string[] {
  const typed = search.trim().toLowerCase();
  if (typed.length < 2) return [];
  const found = words.flatMap(({ kind, word }) => {
    if (word.includes(typed)) return [`${OPEN}${kind}|`];
    if (!typed.includes(word)) return [];
    return [`${OPEN}${kind}|${typed.replace(word, '').replace(/^:/, '').trim()}`];
  });
  return [...new Set(found)];
}

function isKind(kind: string): kind is SystemNameKind {
  return Object.hasOwn(titles, kind);
}
