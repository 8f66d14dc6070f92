import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { talkSentences } from '../../../src/views/shared/talk/talkSentences.ts';
import { triedStart } from '../tasks/airWorld.ts';
import { talkLabels, talkTable } from './talkTable.ts';

/** Number of random sites, each with a seed of its own (`npm run long`: more, from another seed). */
const SITES = Number(process.env.LONG_RUNS ?? 400);
const FIRST = Number(process.env.LONG_SEED ?? 1);

test('on random sites, the preview of a talk equals the effects of its start', () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + SITES; seed++) {
    const { run, facts } = triedStart(seed, 'talk');
    const { reach, missing } = talkSentences(run);
    // A sentence that a talk is lowered is not needed.
    expect(run.ducked).toEqual([]);
    // The sentence names silence wherever there is any.
    expect(missing.length > 0, `seed ${seed}`).toBe(run.sounding < run.targets);
    for (const { key, ...params } of [...reach, ...missing]) {
      seen.add(key);
      const others = 'others' in params ? params.others : [];
      const named = others.map(({ task_id: id, terminals }) => ({ id, terminals }));
      const isTrue = talkTable[key]?.({ ...facts, params, others: named });
      expect(isTrue, `seed ${seed}: ${key} ${JSON.stringify(params)}`).toBe(true);
    }
  }
  expect(Object.keys(talkTable).filter((key) => !seen.has(key))).toEqual([]);
});

test('every text of the talk is in the table, or is a label', () => {
  const { talk } = JSON.parse(readFileSync('locales/en.json', 'utf8')) as { talk: object };
  const known = [...Object.keys(talkTable), ...talkLabels.map((key) => `talk.${key}`)];
  const own = Object.keys(talk).map((key) => `talk.${key}`);
  expect(own.sort()).toEqual(known.filter((key) => key.startsWith('talk.')).sort());
});
