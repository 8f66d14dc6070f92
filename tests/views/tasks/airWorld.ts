import { audioSource, taskType } from '../../../contract/codes.ts';
import { defaultTaskWeights as weights } from '../../../contract/constants.ts';
import type { StartRealTimeTask, TaskDryRun } from '../../../contract/entities/tasks/broadcast.ts';
import { defaultTransport } from '../../../contract/entities/terminals/foreign.ts';
import { type NotHeard, notHeard } from '../../../contract/fieldCodes.ts';
import { type AirPreviewDeps, airPreview, dryRun } from '../../../server/air/broadcast/dryRun.ts';
import { ClaimTable } from '../../../server/air/engine/claimTable.ts';
import { mixClassOf, rankOf } from '../../../server/air/engine/rank.ts';
import { isAway } from '../../../server/site/faults/silenceReason.ts';
import { random } from '../../support/random.ts';
import type { AirFacts } from './airTable.ts';

const transport = { ...defaultTransport, group: '239.255.21.1' };
const OWN = Number.MAX_SAFE_INTEGER;
const NOW = 1_000;
const sources = [audioSource.mediaFile, audioSource.ttsText, audioSource.microphone, audioSource.radio];

/** Starts without a policy; tests/server/queue/queueModel.test.ts compares the effects of policies. */
const byRankAlone = { preview: () => null };

/**
 * Simulates a site with running broadcasts, the preview of another one (a task, or a talk), and the effect of its
 * real start.
 */
export function triedStart(seed: number, kind: 'task' | 'talk') {
  const next = random(seed);
  const some = (most: number) => Math.floor(next() * (most + 1));
  const one = <T>(list: readonly T[]): T => list[some(list.length - 1)] as T;
  const voiceMix = next() < 0.7;
  const mixing = new Set<number>();
  const reasons = new Map<number, NotHeard | null>();
  const ids = Array.from({ length: some(5) + (kind === 'task' ? 1 : 0) }, (_, i) => i + 1);
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
  const foreign = new Set(ids.filter(() => next() < 0.3));
  const called = new Set([...foreign].filter(() => next() < 0.5));
  const reasonOf = (id: number) => reasons.get(id) ?? null;
  const on = {
    engine: {
      claims,
      get: (id: number) => ({ row: { name: `T${id}` } }),
      startNeeds: (_task: object, targets: readonly { terminal_id: number }[]) => ({
        called: targets.flatMap(({ terminal_id: id }) => (called.has(id) ? [{ waitS: id }] : [])),
      }),
    },
    weights,
    voiceMix,
    now: NOW,
    gateway: {
      link: (id: number) => {
        const reason = reasonOf(id);
        return isAway(reason) ? undefined : { report: { state: reason ?? 'playing' } };
      },
    },
    lostRelayOf: (id: number) => (reasonOf(id) === 'behind_relay' ? 'North house' : null),
    faults: {
      openOf: (id: number) => {
        const reason = reasonOf(id);
        const kind = reason === 'silent' ? 'terminal_silent' : reason;
        return reason === null ? [] : [{ kind }];
      },
    },
  } as unknown as AirPreviewDeps;
  const task = {
    priority: some(3),
    audio_source: kind === 'task' ? one([0, 1]) : audioSource.microphone,
    emergency: kind === 'talk' && next() < 0.2,
    duration: 0,
    interval_time: 0,
    play_order: 0,
    loop: 0,
  };
  const items = next() < 0.5 ? [{ path: 'a', duration_ms: 1_000 * (1 + some(5)), id: 1, name: 'A' }] : null;
  const terminals = ids.map((id) => {
    const details = foreign.has(id) ? { foreign: transport } : {};
    return { id, code: `C${id}`, org: 1, row: { name: `N${id}`, kind: 'device', details } };
  });
  const run: TaskDryRun =
    kind === 'task'
      ? dryRun(on, task as unknown as StartRealTimeTask, terminals as never, items as never, byRankAlone)
      : {
          ...airPreview(on, { ...task, task_type: taskType.realTime }, terminals as never, null),
          total_ms: null,
        };

  const before = new Map(ids.map((id) => [id, claims.heard(id)]));
  const ranked = { ...task, id: OWN, task_type: taskType.realTime, started_at: NOW };
  const part = mixClassOf(ranked, voiceMix);
  claims.add({ broadcast: OWN, rank: rankOf(ranked, weights), part, comesBack: true }, ids);
  const facts: Omit<AirFacts, 'params'> = {
    own: OWN,
    terminals: ids.map((id) => ({
      id,
      reason: reasonOf(id),
      isForeign: foreign.has(id),
      isCalled: called.has(id),
      before: before.get(id) ?? [],
      after: claims.heard(id),
    })),
    total_ms: items === null ? null : items.reduce((sum, item) => sum + item.duration_ms, 0),
  };
  return { run, facts };
}
