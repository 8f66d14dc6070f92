import { audioSource, taskType } from '../../../../contract/codes.ts';
import type { AlarmPlanDryRun, AlarmPlanForm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { settingsOf } from '../../../../contract/entities/terminals/kinds.ts';
import { inScope, type Scope } from '../../../platform/live/scope.ts';
import { isAway, type SilenceReasonDeps, silenceReason } from '../../../site/faults/silenceReason.ts';
import type { AdoptedTerminal, Directory } from '../../../site/terminals/directory.ts';
import type { Engine } from '../../engine/engineApi.ts';
import { rankOf, type TaskWeights } from '../../engine/rank.ts';
import type { PreparedSounds } from '../effects/preparedSounds.ts';
import { type AlarmConfiguration, tasksOfPlan } from './alarmConfiguration.ts';
import type { LinkageTaskRow } from './plan.repository.ts';

export interface DryRunDeps extends SilenceReasonDeps {
  configuration: AlarmConfiguration;
  prepared: PreparedSounds;
  engine: Pick<Engine, 'claims' | 'get'>;
  directory: Pick<Directory, 'byId'>;
  reach(task: LinkageTaskRow): readonly AdoptedTerminal[];
  weights(): TaskWeights;
}

/** Maximum number of unreachable terminals that are listed; the others are only counted. */
const MAX_NAMED = 1_000;
/** Id of the plan in the preview: ranks behind all running broadcasts, as the latest start. */
const NOT_STARTED = Number.MAX_SAFE_INTEGER;

export function createDryRun(deps: DryRunDeps) {
  const { configuration } = deps;
  function lengthOf(task: LinkageTaskRow): number | null {
    const round = deps.prepared.of(task.id).round;
    return round === null ? null : round.duration_ms + Math.round(task.interval_time * 1000);
  }

  /**
   * Previews a plan, were it started now. Changes nothing.
   *
   * @param id id of the plan; null for one that is not saved
   * @param scope scope of the caller; outranking plans outside it are only counted
   */
  return (plan: Omit<AlarmPlanForm, 'desc'>, id: number | null, scope: Scope): AlarmPlanDryRun => {
    const sounded = new Map<number, AdoptedTerminal>();
    const byHand = new Set<number>();
    const stepOf = (name: string, at_s: number | null, ids: readonly number[]) => ({
      name,
      at_s,
      tasks: ids.flatMap((one) => {
        const task = configuration.tasks.get(one);
        if (task === undefined) return [];
        const terminals = deps.reach(task);
        // A control task makes no sound, and a manual step may never be reached.
        const isSound = task.audio_source !== audioSource.controlTask;
        for (const terminal of isSound ? terminals : [])
          if (at_s === null) byHand.add(terminal.id);
          else sounded.set(terminal.id, terminal);
        const sound = deps.prepared.of(one);
        return [
          {
            linkage_task_id: one,
            name: task.name,
            terminals: terminals.length,
            round_ms: lengthOf(task),
            ready: sound.missing === null,
          },
        ];
      }),
    });
    let at: number | null = 0;
    const steps = [stepOf('', 0, plan.linkage_task_ids)];
    for (const step of plan.steps) {
      at = at === null || step.after_s === null ? null : at + step.after_s;
      steps.push(stepOf(step.name, at, step.linkage_task_ids));
    }
    const ranked = { id: NOT_STARTED, task_type: taskType.alarm, priority: plan.priority };
    const rank = rankOf({ ...ranked, started_at: Math.floor(Date.now() / 1000) }, deps.weights());
    const preempts = new Map<number, number>();
    const unreachable: AlarmPlanDryRun['unreachable'] = [];
    let unreachable_count = 0;
    let unreachable_behind = 0;
    for (const { id: terminal_id, code, org, row } of sounded.values()) {
      const reason = silenceReason(deps, terminal_id);
      // A terminal without a connection plays nothing that could be pre-empted.
      const here = isAway(reason) ? [] : deps.engine.claims.preview(rank, 'alone', terminal_id);
      for (const met of here)
        if (met.kind === 'preempts') preempts.set(met.other, (preempts.get(met.other) ?? 0) + 1);
      if (reason === 'behind_relay') unreachable_behind++;
      if (reason !== null && ++unreachable_count <= MAX_NAMED)
        unreachable.push({ terminal_id, code, name: row.name, org, reason });
    }
    const outranking = [...configuration.plans.values()].flatMap((other) => {
      if (other.id === id || other.priority <= plan.priority) return [];
      const shared = new Set(
        tasksOfPlan(other)
          .flatMap((one) => configuration.tasks.get(one) ?? [])
          .flatMap((task) => deps.reach(task).map((terminal) => terminal.id))
          .filter((terminal) => sounded.has(terminal) || byHand.has(terminal)),
      );
      return shared.size === 0 ? [] : [{ plan: other, terminals: shared.size }];
    });
    const named = outranking.filter(({ plan: { org } }) => inScope(scope, org));
    const device =
      plan.fire_control_device === null ? undefined : deps.directory.byId(plan.fire_control_device);
    const settings = device && settingsOf('fire_control_device', device.row.details);
    return {
      delay_s: plan.input_nums.length === 0 ? 0 : (settings?.delayTriggerTime ?? 0),
      steps,
      targets: sounded.size,
      by_hand: [...byHand].filter((terminal) => !sounded.has(terminal)).length,
      preempts: [...preempts].map(([task_id, terminals]) => ({
        task_id,
        name: deps.engine.get(task_id)?.row.name ?? '',
        terminals,
      })),
      unreachable_count,
      unreachable_behind,
      unreachable,
      outranked_by: named.map(({ plan: { id, name }, terminals }) => ({ id, name, terminals })),
      outranked_elsewhere: outranking.length - named.length,
    };
  };
}
export type DryRun = ReturnType<typeof createDryRun>;
