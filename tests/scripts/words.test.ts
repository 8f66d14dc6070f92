import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { bareCode, isCode, listFiles, textOf } from '../../scripts/graph/tree.ts';

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
  ['aim', 'target'],
  ['aims', 'targets'],
  ['aimed', 'target'],
]);
/** Whole names of fields and values that are refused; they may be part of a longer name. */
const refusedNames = new Map([
  ['why', 'reason; hint below a title'],
  ['said', 'text'],
  ['noted', 'confirmed, recorded'],
  ['beside', 'other_streams, parallel'],
]);
/** Names that are in files and messages: a field of the journal of earlier versions, and columns of early migrations. */
const kept = new Set(['doer', '0019_fault_shelf.sql']);

/** Refused words and names in a name, which is written in camel or snake case; with what to say. */
function refusedIn(name: string): string[] {
  if (kept.has(name)) return [];
  const whole = refusedNames.get(name);
  const words = (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());
  return [
    ...(whole === undefined ? [] : [whole]),
    ...words.flatMap((word) => {
      const better = refused.get(word);
      return better === undefined ? [] : [better];
    }),
  ];
}

/** Names in the code of a file; of the contract also the types of messages, such as `keep.confirmed`. */
function namesIn(file: string): string[] {
  if (!isCode(file)) return [];
  const text = textOf(file);
  const types = file.startsWith('contract/') ? [...text.matchAll(/'([a-z]+(?:[._][a-z]+)*)'/g)] : [];
  return [
    ...(bareCode(text).match(/[A-Za-z_]\w*/g) ?? []),
    ...types.flatMap(([, type = '']) => type.split('.')),
  ];
}

it('names of files and of what is in them are words of the trade', () => {
  expect(refusedIn('quietHeirOf_deaf')).toEqual(['successor', 'unsubscribe']);
  expect(refusedIn('why')).toHaveLength(1);
  expect(refusedIn('noneWhy')).toEqual([]);
  const found = listFiles().flatMap((file) =>
    [...new Set([basename(file), ...namesIn(file)])].flatMap((name) =>
      refusedIn(name).map((better) => `${file}: ${name}; say ${better}`),
    ),
  );
  expect(found).toEqual([]);
});
