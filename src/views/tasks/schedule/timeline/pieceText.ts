import type { TFunction } from 'i18next';
import { formatTimestamp } from '../../../../../contract/format.ts';
import type { Piece, TimedRun } from './zoneRuns.ts';

/** Formats the times of a run: `08:00:00–08:01:30`, or the start alone without a known end. */
export function runTimes(run: Pick<TimedRun, 'start' | 'end'>, timeZone: string): string {
  const time = (at: number) => formatTimestamp(at, '', timeZone).slice(11);
  return run.end === null ? time(run.start) : `${time(run.start)}–${time(run.end)}`;
}

/** Conflicts of a run: tasks that it pre-empts or ducks, and tasks that pre-empt it; empty without any. */
export function meetsText(run: TimedRun, t: TFunction): string {
  const names = (kind: TimedRun['meets'][number]['kind']) =>
    run.meets
      .filter((one) => one.kind === kind)
      .map((one) => t('task.otherAt', { name: one.name, terminals: one.terminals }))
      .join(t('kit.listComma'));
  const [takes, loses] = [names('preempts'), names('preempted_by')];
  const [lowers, isLowered] = [names('ducks'), names('ducked_by')];
  return [
    takes === '' ? '' : t('task.wouldPreempt', { tasks: takes }),
    lowers === '' ? '' : t('task.wouldDuck', { tasks: lowers }),
    isLowered === '' ? '' : t('task.wouldBeDucked', { tasks: isLowered }),
    loses === '' ? '' : t('schedule.wouldLose', { tasks: loses }),
  ]
    .filter((text) => text !== '')
    .join(t('devices.claimAnd'));
}

/** Full description of a bar, for the tooltip and for screen readers. */
export function pieceText(piece: Piece, count: number, timeZone: string, t: TFunction): string {
  const { run } = piece;
  const parts = [
    count > 1 ? t('schedule.andOthers', { name: run.name, others: count - 1 }) : run.name,
    runTimes(run, timeZone),
    t('schedule.priorityOf', { priority: run.priority }),
    t('schedule.terminalsOf', { terminals: run.terminals }),
    ...(piece.kind === 'never' ? [t('schedule.neverHeard', { name: run.name })] : []),
    ...(piece.kind === 'held' ? [t('schedule.under', { name: piece.by })] : []),
    meetsText(run, t),
  ];
  return parts.filter((text) => text !== '').join(t('kit.listComma'));
}
