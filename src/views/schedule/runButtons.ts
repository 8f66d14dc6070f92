import type { TFunction } from 'i18next';
import type { RowButton } from '../kit/grid/ButtonsCell.ts';
import { type RunAction, runActions } from './taskStatus.ts';

const icons = { start: 'play', pause: 'pause', resume: 'play', stop: 'stop' } as const;

/** Start, pause, resume and stop of a saved task as buttons of its row: those that its state allows, in their order. */
export function runButtons(
  t: TFunction,
  name: string,
  may: (action: RunAction) => boolean,
  /** Why not now; undefined: it can be pressed. */
  reasonOf: (action: RunAction) => string | undefined,
): RowButton[] {
  return runActions.filter(may).map((key) => ({
    key,
    icon: icons[key],
    label: t('schedule.actionOf', { action: t(`schedule.action.${key}`), name }),
    reason: reasonOf(key),
  }));
}
