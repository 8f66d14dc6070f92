import { expect, test } from 'vitest';
import type { Meeting, TaskPreview } from '../../../contract/entities/tasks/scheduledTask.ts';
import { notHeard } from '../../../contract/fieldCodes.ts';
import { previewSentences } from '../../../src/views/tasks/schedule/preview/previewSentences.ts';
import { random } from '../../support/random.ts';
import { type Clash, type Day, previewTable } from './previewTable.ts';

/** Number of random days, each with a seed of its own (`npm run long`: more, from another seed). */
const DAYS = Number(process.env.LONG_RUNS ?? 400);
const FIRST = Number(process.env.LONG_SEED ?? 1);
const kinds: readonly Meeting['kind'][] = ['preempts', 'preempted_by', 'ducks', 'ducked_by'];

function dayOf(seed: number): Day {
  const next = random(seed);
  const some = (most: number) => Math.floor(next() * (most + 1));
  const one = <T>(list: readonly T[]): T => list[some(list.length - 1)] as T;
  const terminals = Array.from({ length: some(5) }, (_, id) => ({
    id,
    reason: next() < 0.6 ? null : one(notHeard.options),
  }));
  const clash = (): Clash[] => (next() < 0.5 ? [] : [{ other: some(2), kind: one(kinds) }]);
  const starts = Array.from({ length: some(5) }, (_, i) => 1_700_000_000 + i * 3_600);
  const isAhead = starts.length > 0;
  return {
    date: isAhead ? '2026-03-12' : null,
    starts,
    terminals,
    run_ms: next() < 0.7 ? 60_000 * (1 + some(5)) : null,
    runs: Array.from({ length: isAhead ? some(3) : 0 }, (_, i) => ({
      start: 1_700_000_000 + i * 600,
      end: next() < 0.8 ? 1_700_000_300 + i * 600 : null,
      at: new Map(terminals.map(({ id }) => [id, clash()])),
    })),
  };
}

/** The preview that the server sends of a day. */
function previewOf(day: Day): TaskPreview {
  const silent = day.terminals.filter(({ reason }) => reason !== null);
  const runs = day.runs.map(({ start, end, at }) => {
    const meets = new Map<string, Meeting>();
    for (const { other, kind } of [...at.values()].flat()) {
      const met = { kind, task_id: other, name: `T${other}`, at: start, terminals: 0 };
      const known = meets.get(`${kind} ${other}`) ?? met;
      meets.set(`${kind} ${other}`, { ...known, terminals: known.terminals + 1 });
    }
    return { start, end, meets: [...meets.values()] };
  });
  return {
    date: day.date,
    runs: runs as unknown as TaskPreview['runs'],
    next: [...day.starts],
    targets: day.terminals.length,
    unreachable_count: silent.length,
    unreachable_behind: silent.filter(({ reason }) => reason === 'behind_relay').length,
    unreachable: silent.map(({ id, reason }) => ({
      ...{ terminal_id: id, code: `C${id}`, name: `N${id}`, org: 1 },
      reason: reason as TaskPreview['unreachable'][number]['reason'],
    })),
    run_ms: day.run_ms,
  };
}

test('on random days, the preview of a saved task has only true sentences, and lists every overlapping task', () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + DAYS; seed++) {
    const day = dayOf(seed);
    let named = 0;
    for (const { key, ...params } of previewSentences(previewOf(day))) {
      seen.add(key);
      const others = 'others' in params ? params.others : [undefined];
      for (const one of others) {
        if (one !== undefined) named++;
        const other = one && { id: one.task_id, terminals: one.terminals };
        const isTrue = previewTable[key]?.({ day, params, ...(other && { other }) });
        expect(isTrue, `seed ${seed}: ${key} ${JSON.stringify(params)}`).toBe(true);
      }
    }
    const met = day.runs.flatMap(({ at }) => [...at.values()].flat());
    expect(named, `seed ${seed}`).toBe(new Set(met.map(({ kind, other }) => `${kind} ${other}`)).size);
  }
  expect(Object.keys(previewTable).filter((key) => !seen.has(key))).toEqual([]);
});
