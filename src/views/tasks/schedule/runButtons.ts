import type { TFunction } from 'i18next';
import type { RowButton } from '../../kit/grid/ButtonsCell.ts';
import type { Playback } from '../../shared/playback/playbacks.ts';
import { playbackOf, type RunAction, runActions } from '../../shared/tasks/taskStatus.ts';

const icons = { start: 'play', pause: 'pause', resume: 'play', stop: 'stop' } as const;

/** Row buttons to start, pause, resume and stop a saved task: those that its playback machine has. */
export function runButtons(
  t: TFunction,
  name: string,
  { has, can, busy }: Playback,
  /** Reason why an action is disabled; undefined: enabled. */
  reasonOf: (action: RunAction) => string | undefined,
): RowButton[] {
  return runActions
    .filter((key) => has[playbackOf[key]])
    .map((key) => ({
      key,
      icon: icons[key],
      label: t('schedule.actionOf', { action: t(`schedule.action.${key}`), name }),
      reason: reasonOf(key) ?? (can[playbackOf[key]] ? undefined : t('task.notNow')),
      busy: busy && !can[playbackOf[key]],
    }));
}
