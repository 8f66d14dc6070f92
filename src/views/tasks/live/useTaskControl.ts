import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { PlaybackAction } from '../../../machines/playback.ts';
import { usePermission, useScreen } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import type { Playbacks } from '../../shared/playback/playbacks.ts';
import { isLastItem, isOfAlarm } from '../../shared/startTask/taskState.ts';

/**
 * Controls of a running task, beside its volume and its list. `alarm`: an alarm plays it, and a link to the
 * alarm is the only control.
 */
export const controls = ['previous', 'pause', 'resume', 'next', 'stop', 'alarm'] as const;
export type Control = (typeof controls)[number];

/** Action of each control that acts on the task. */
const actionOf = {
  previous: 'previous',
  pause: 'paused',
  resume: 'resume',
  next: 'next',
  stop: 'stop',
} as const satisfies Record<Exclude<Control, 'alarm'>, PlaybackAction>;

/**
 * State of the controls of a task: visible or not, reason if disabled, and action. All but the link to the alarm
 * follow the playback machine (contract/workflow.ts). `press` resolves at the response.
 */
export function useTaskControl(playbacks: Playbacks) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = usePermission();
  const stale = useStaleReason();
  const mayOperate = may('operate_real_time_task');
  const screen = useScreen('menu_fire_gpio_task');
  const mayHandle = screen !== undefined && may(screen.codes);
  const mayStop = mayOperate || may('operate_task');

  /** Reason why a control is disabled; undefined: enabled. */
  function reasonOf(row: BroadcastLive, control: Control): string | undefined {
    if (control === 'alarm') return mayHandle ? undefined : t('task.ofAlarm');
    const { can } = playbacks.of(row.id);
    if (!(control === 'stop' ? mayStop : mayOperate)) return t('kit.noRight');
    // Stop is always enabled.
    if (control !== 'stop' && stale !== undefined) return stale;
    if (control === 'next' && isLastItem(row)) return t('task.isLast');
    return control === 'stop' || can[actionOf[control]] ? undefined : t('task.notNow');
  }

  async function press(row: BroadcastLive, control: Control): Promise<unknown> {
    if (control === 'alarm') return navigate('/menu_fire_gpio_task');
    return playbacks.press(row.id, actionOf[control]);
  }

  /** Pause and resume share one place: only the possible one is shown. */
  const shown = (row: BroadcastLive): Control[] =>
    isOfAlarm(row)
      ? ['alarm']
      : ['previous', playbacks.of(row.id).has.resume ? 'resume' : 'pause', 'next', 'stop'];
  const labelOf = (row: BroadcastLive, control: Control) => t(`task.control.${control}`, { name: row.name });
  /** Name of the operation for the debounce. */
  const operationOf = (row: BroadcastLive, control: Control) => `task.${row.id}.${control}`;
  return { reasonOf, press, shown, labelOf, operationOf, mayOperate, mayStop, stale };
}
export type TaskControl = ReturnType<typeof useTaskControl>;
