import type { TFunction } from 'i18next';
import type { RowButton } from '../../kit/grid/ButtonsCell.ts';
import { type RunAction, runActions } from '../../shared/tasks/taskStatus.ts';

const icons = { start: 'play', pause: 'pause', resume: 'play', stop: 'stop' } as const;

/** Row buttons to start, pause, resume and stop a saved task: those that its state allows. */
export function runButtons(
  t: TFunction,
  name: string,
  may: (action: RunAction) => boolean,
  /** Reason why an action is disabled; undefined: enabled. */
  reasonOf: (action: RunAction) => string | undefined,
): RowButton[] {
  return runActions.filter(may).map((key) => ({
    key,
    icon: icons[key],
    label: t('schedule.actionOf', { action: t(`schedule.action.${key}`), name }),
    reason: reasonOf(key),
  }));
}
