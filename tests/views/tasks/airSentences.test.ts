import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { airSentences, unreachableKey } from '../../../src/views/shared/targets/airSentences.ts';
import { type AirFacts, airLabels, airTable, isTaken, there } from './airTable.ts';
import { triedStart } from './airWorld.ts';

/** Number of random sites, each with a seed of its own (`npm run long`: more, from another seed). */
const SITES = Number(process.env.LONG_RUNS ?? 400);
const FIRST = Number(process.env.LONG_SEED ?? 1);
function holds(key: string, facts: AirFacts): void {
  const when = airTable[key];
  expect(when, `${key} is not in the table`).toBeDefined();
  expect(when?.(facts), `${key} ${JSON.stringify(facts)}`).toBe(true);
}

test('a dry run predicts the effect of the start, and omits no broadcast that loses a terminal', () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + SITES; seed++) {
    const { run, facts } = triedStart(seed, 'task');
    const sentences = airSentences(run);
    for (const { key, ...params } of sentences) {
      seen.add(key);
      if ('others' in params)
        for (const { task_id: id, terminals } of params.others)
          holds(key, { ...facts, params, other: { id, terminals } });
      else holds(key, { ...facts, params });
    }
    expect(run.unreachable).toHaveLength(run.unreachable_count);
    for (const one of run.unreachable) {
      const key = unreachableKey(one);
      seen.add(key);
      const terminal = facts.terminals.find(({ id }) => id === one.terminal_id);
      holds(key, { ...facts, params: {}, ...(terminal && { terminal }) });
    }
    const taken = sentences.flatMap((one) => (one.key === 'task.wouldPreempt' ? one.others : []));
    const named = new Set(taken.map(({ task_id }) => task_id));
    for (const terminal of there(facts))
      for (const other of terminal.before.filter((id) => isTaken(terminal, id)))
        expect(named, `${other} is not named`).toContain(other);
  }
  expect(Object.keys(airTable).filter((key) => !seen.has(key))).toEqual([]);
});

test('every text of the dry run is in the table, or is a label', () => {
  const { task } = JSON.parse(readFileSync('locales/en.json', 'utf8')) as {
    task: Record<string, string | Record<string, string>>;
  };
  const own = Object.entries(task).flatMap(([key, text]) => {
    if (key === 'unreachable') return Object.keys(text).map((reason) => `task.${key}.${reason}`);
    return /^(would|cannot|dryRun|otherAt$|which$)/.test(key) ? [`task.${key}`] : [];
  });
  const known = [...Object.keys(airTable), ...airLabels.map((key) => `task.${key}`)];
  expect(own.sort()).toEqual(known.sort());
});
