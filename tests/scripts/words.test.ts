import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { isCode, listFiles, textOf } from '../../scripts/graph/tree.ts';

/** Words that an audio or web engineer would not search for, with what to say: docs/decisions/0113-names-of-the-trade.md. */
const refused = new Map([
  ['heir', 'successor'],
  ['loser', 'preempted'],
  ['drowned', 'congested'],
  ['deaf', 'unsubscribe'],
  ['hush', 'unsubscribe'],
  ['plugged', 'link change'],
  ['keeper', 'offline player'],
  ['reel', 'packet reader'],
  ['rundown', 'programme'],
  ['shelf', 'library, cache; a fault is shelved'],
  ['doings', 'activity'],
  ['deed', 'action'],
  ['doer', 'actor'],
  ['greet', 'handshake'],
  ['crowd', 'idle terminals'],
  ['mend', 'repair, restore'],
  ['mended', 'repaired'],
  ['fate', 'outcome'],
]);
/** Names that are in files and messages: the journal's field, and columns of early migrations. */
const kept = new Set(['doer', '0019_fault_shelf.sql']);

/** Code without comments and texts. */
const bare = (text: string): string =>
  text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g,
    ' ',
  );

/** Refused words of a name, which is written in camel or snake case. */
const wordsOf = (name: string): string[] =>
  kept.has(name) ? [] : (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

it('names of files and of what is in them are words of the trade', () => {
  expect(wordsOf('quietHeirOf_deaf')).toEqual(['quiet', 'heir', 'of', 'deaf']);
  const found = listFiles().flatMap((file) => {
    const names = [
      basename(file),
      ...(isCode(file) ? (bare(textOf(file)).match(/[A-Za-z_]\w*/g) ?? []) : []),
    ];
    return [...new Set(names)].flatMap((name) =>
      wordsOf(name)
        .filter((word) => refused.has(word))
        .map((word) => `${file}: ${name}; say ${refused.get(word)}`),
    );
  });
  expect(found).toEqual([]);
});
