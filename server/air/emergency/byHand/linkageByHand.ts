import { randomInt } from 'node:crypto';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { audioSource, loopMode, playOrder, taskType } from '../../../../contract/codes.ts';
import type { TaskDryRun } from '../../../../contract/entities/tasks/broadcast.ts';
import type { LinkageByHand } from '../../../../contract/entities/tasks/linkageTask.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { SilenceReasonDeps } from '../../../site/faults/silenceReason.ts';
import type { AdoptedTerminal } from '../../../site/terminals/directory.ts';
import { beginsNow } from '../../broadcast/beginsNow.ts';
import { airPreview, lengthOf } from '../../broadcast/dryRun.ts';
import { goOnAir, type OnAirDeps } from '../../broadcast/goOnAir.ts';
import { journalEffect } from '../../broadcast/journalEffect.ts';
import { type By, readable } from '../../broadcast/startTask.ts';
import type { Engine } from '../../engine/engineApi.ts';
import type { TaskWeights } from '../../engine/rank.ts';
import type { RunningBroadcast } from '../../engine/runningBroadcast.ts';
import type { Journal } from '../../journal/journal.ts';
import type { PreparedSounds } from '../effects/preparedSounds.ts';
import type { AlarmConfiguration } from '../plans/alarmConfiguration.ts';
import type { LinkageTaskRow } from '../plans/plan.repository.ts';

export interface LinkageByHandDeps extends Omit<OnAirDeps, 'engine'>, SilenceReasonDeps {
  configuration: Pick<AlarmConfiguration, 'tasks'>;
  prepared: Pick<PreparedSounds, 'of' | 'ready'>;
  engine: Engine;
  journal: Pick<Journal, 'add' | 'safe'>;
  reach(task: LinkageTaskRow): readonly AdoptedTerminal[];
  weights(): TaskWeights;
  voiceMix(): boolean;
}

const soundless: readonly number[] = [audioSource.none, audioSource.controlTask];

/** Tells if a broadcast is a linkage task outside an alarm; of one task, if it is named. */
export function isByHand(b: Pick<RunningBroadcast, 'row'>, task?: number): boolean {
  const { alarm_id, linkage_task_id } = b.row;
  // The broadcast of an alarm keeps its type when its record is deleted.
  if (alarm_id !== null || b.row.task_type === taskType.alarm) return false;
  return task === undefined ? linkage_task_id !== null : linkage_task_id === task;
}

/**
 * Linkage tasks that a person plays outside an alarm: an ordinary broadcast of the frozen message, with the weight
 * `linkage_task_priority`. It never has the rank of an alarm, and terminals do not treat it as one.
 */
export function createLinkageByHand(deps: LinkageByHandDeps) {
  const { configuration, engine } = deps;

  /** Finds a task in the scope; it reaches no terminal outside its zone. @throws AppError 404 */
  function own({ caller }: By, id: number): { task: LinkageTaskRow; terminals: readonly AdoptedTerminal[] } {
    const task = configuration.tasks.get(id);
    if (task === undefined || task.org === null || !inScope(caller.scope, task.org))
      throw new AppError(errorCode.notFound, 'common.notFound');
    const terminals = deps.reach(task);
    return { task, terminals };
  }

  function mustSound(task: LinkageTaskRow, terminals: readonly AdoptedTerminal[]): void {
    if (soundless.includes(task.audio_source)) throw new AppError(errorCode.refused, 'alarm.byHandSoundOnly');
    if (terminals.length === 0) throw new AppError(errorCode.refused, 'broadcast.noDevices');
  }

  /** Values of the row. @throws AppError 999 while the message is not ready */
  function valuesOf({ caller }: By, task: LinkageTaskRow, { priority, rounds }: LinkageByHand) {
    const { round, missing } = deps.prepared.of(task.id);
    if (round === null)
      throw new AppError(errorCode.refused, 'broadcast.sourceNotAvailable', {
        reason: missing ?? task.name,
      });
    const now = Date.now();
    return {
      linkage_task_id: task.id,
      task_type: taskType.realTime,
      name: task.name,
      audio_source: task.audio_source,
      priority,
      volume: task.volume,
      play_order: playOrder.sequential,
      loop: rounds === 0 ? loopMode.listLoop : loopMode.listOnce,
      interval_ms: Math.round(task.interval_time * 1000),
      seed: randomInt(2 ** 31),
      items: Array.from({ length: Math.max(rounds, 1) }, () => round),
      ...beginsNow(now, caller),
    };
  }

  return {
    /** Previews a start. @throws AppError 404, 999 */
    async dryRun(by: By, id: number, how: LinkageByHand): Promise<TaskDryRun> {
      const { task, terminals } = own(by, id);
      mustSound(task, terminals);
      await deps.prepared.ready(id);
      const values = valuesOf(by, task, how);
      const on = { ...deps, weights: deps.weights(), voiceMix: deps.voiceMix(), now: values.started_at };
      const length = {
        ...values,
        duration: 0,
        interval_time: task.interval_time,
      };
      return { ...airPreview(on, values, terminals, null), total_ms: lengthOf(length, values.items) };
    },
    /** Starts it at once. @throws AppError 404, 999 */
    async start(by: By, id: number, how: LinkageByHand): Promise<{ id: number }> {
      const { task, terminals } = own(by, id);
      mustSound(task, terminals);
      await deps.prepared.ready(id);
      const values = valuesOf(by, task, how);
      const reader = await readable(values.items, () => engine.prepare(values));
      const { items: _items, ...after } = values;
      const b = await goOnAir(
        deps,
        {
          values,
          terminals,
          startedBy: by.caller.name,
          by: { ...by.caller, ip: by.ip },
          action: 'start',
          after,
        },
        reader,
      );
      return { id: b.id };
    },
    /** Ends every broadcast of it outside alarms. @throws AppError 404, 999 when there is none */
    async stop(by: By, id: number): Promise<void> {
      const { task } = own(by, id);
      const playing = [...engine.all()].filter((b) => isByHand(b, id));
      if (playing.length === 0) throw new AppError(errorCode.refused, 'alarm.notByHand', { name: task.name });
      // All are silenced before any is stored.
      await Promise.all(playing.map((b) => journalEffect(deps.journal, by, b, 'stop', engine.stop(b))));
    },
    /** Tells if a task plays outside an alarm. */
    plays: (id: number): boolean => [...engine.all()].some((b) => isByHand(b, id)),
  };
}
export type PlayedByHand = ReturnType<typeof createLinkageByHand>;
