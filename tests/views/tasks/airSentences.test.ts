import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { audioSource, taskType } from '../../../contract/codes.ts';
import { defaultTaskWeights as weights } from '../../../contract/constants.ts';
import { notHeard, type StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import { type AirPreviewDeps, dryRun } from '../../../server/air/broadcast/dryRun.ts';
import { ClaimTable } from '../../../server/air/engine/claimTable.ts';
import { mixClassOf, rankOf } from '../../../server/air/engine/rank.ts';
import type { SilenceReason } from '../../../server/site/faults/silenceReason.ts';
import { airSentences, unreachableKey } from '../../../src/views/shared/targets/airSentences.ts';
import { random } from '../alarms/alarmWorld.ts';
import { type AirFacts, airLabels, airTable, isTaken } from './airTable.ts';

/** Number of random sites, each with a seed of its own (`npm run long`: more, from another seed). */
const SITES = Number(process.env.LONG_RUNS ?? 400);
const FIRST = Number(process.env.LONG_SEED ?? 1);
const OWN = Number.MAX_SAFE_INTEGER;
const NOW = 1_000;
const sources = [audioSource.mediaFile, audioSource.ttsText, audioSource.microphone, audioSource.radio];

/** A site with running broadcasts, the dry run of another one, and the effect of its real start. */
function tried(seed: number) {
  const next = random(seed);
  const some = (most: number) => Math.floor(next() * (most + 1));
  const one = <T>(list: readonly T[]): T => list[some(list.length - 1)] as T;
  const voiceMix = next() < 0.7;
  const mixing = new Set<number>();
  const reasons = new Map<number, SilenceReason | null>();
  const ids = Array.from({ length: 1 + some(5) }, (_, i) => i + 1);
  for (const id of ids) {
    if (next() < 0.6) mixing.add(id);
    reasons.set(id, next() < 0.5 ? null : one(notHeard.options));
  }
  const claims = new ClaimTable((id) => mixing.has(id));
  const kinds = [taskType.realTime, taskType.scheduled, taskType.alarm, taskType.casterShout];
  for (let id = 1; id <= some(5); id++) {
    const task = {
      id,
      task_type: one(kinds),
      priority: some(3),
      started_at: some(NOW),
      audio_source: one(sources),
    };
    const claim = {
      broadcast: id,
      rank: rankOf(task, weights),
      part: mixClassOf(task, voiceMix),
      comesBack: next() < 0.8,
    };
    claims.add(
      claim,
      ids.filter(() => next() < 0.6),
    );
  }
  const told = (id: number) => reasons.get(id) ?? null;
  const on = {
    engine: { claims, get: (id: number) => ({ row: { name: `T${id}` } }) },
    weights,
    voiceMix,
    now: NOW,
    gateway: {
      link: (id: number) => {
        const reason = told(id);
        return reason === 'offline' ? undefined : { report: { state: reason ?? 'playing' } };
      },
    },
    faults: {
      openOf: (id: number) => {
        const reason = told(id);
        const kind = reason === 'silent' ? 'terminal_silent' : reason;
        return reason === null ? [] : [{ kind }];
      },
    },
  } as unknown as AirPreviewDeps;
  const task = {
    priority: some(3),
    audio_source: one([0, 1]),
    duration: 0,
    interval_time: 0,
    play_order: 0,
    loop: 0,
  };
  const items = next() < 0.5 ? [{ path: 'a', duration_ms: 1_000 * (1 + some(5)), id: 1, name: 'A' }] : null;
  const terminals = ids.map((id) => ({ id, code: `C${id}`, org: 1, row: { name: `N${id}` } }));
  const run = dryRun(on, task as unknown as StartRealTimeTask, terminals as never, items as never);

  const before = new Map(ids.map((id) => [id, claims.heard(id)]));
  const ranked = { ...task, id: OWN, task_type: taskType.realTime, started_at: NOW };
  const part = mixClassOf(ranked, voiceMix);
  claims.add({ broadcast: OWN, rank: rankOf(ranked, weights), part, comesBack: true }, ids);
  const facts: Omit<AirFacts, 'params'> = {
    own: OWN,
    terminals: ids.map((id) => ({
      id,
      reason: told(id),
      before: before.get(id) ?? [],
      after: claims.heard(id),
    })),
    total_ms: items === null ? null : items.reduce((sum, item) => sum + item.duration_ms, 0),
  };
  return { run, facts };
}

function holds(key: string, facts: AirFacts): void {
  const when = airTable[key];
  expect(when, `${key} is not in the table`).toBeDefined();
  expect(when?.(facts), `${key} ${JSON.stringify(facts)}`).toBe(true);
}

test('a dry run predicts the effect of the start, and omits no broadcast that loses a terminal', () => {
  const seen = new Set<string>();
  for (let seed = FIRST; seed < FIRST + SITES; seed++) {
    const { run, facts } = tried(seed);
    const said = airSentences(run);
    for (const { key, ...params } of said) {
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
    const taken = said.flatMap((one) => (one.key === 'task.wouldPreempt' ? one.others : []));
    const named = new Set(taken.map(({ task_id }) => task_id));
    for (const terminal of facts.terminals.filter(({ reason }) => reason !== 'offline'))
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
