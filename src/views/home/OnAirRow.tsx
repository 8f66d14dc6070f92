import { mergeClasses } from '@fluentui/react-components';
import {
  DocumentTextRegular,
  LiveRegular,
  MicRegular,
  MusicNote2Regular,
  PauseRegular,
  PlayRegular,
  StopRegular,
} from '@fluentui/react-icons';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { audioSource, liveSpeech } from '../../../contract/codes.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { usePermission, useSiteClock } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { BusyButton } from '../kit/action/BusyButton.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { levelText } from '../kit/status/levelMeter.ts';
import { StatusChip } from '../kit/status/StatusChip.tsx';
import { durationText } from '../kit/time/lengths.ts';
import { useSecond } from '../kit/time/useTick.ts';
import type { Playbacks } from '../shared/playback/playbacks.ts';
import { isOfAlarm, taskProgress } from '../shared/startTask/taskState.ts';
import { LevelHistory } from './LevelHistory.tsx';
import { useOnAirStyles } from './onAirStyles.ts';

function iconOf(source: number) {
  if (source === audioSource.ttsText) return DocumentTextRegular;
  if (liveSpeech.has(source)) return MicRegular;
  return source === audioSource.mediaFile ? MusicNote2Regular : LiveRegular;
}

/** Describes targets that do not sound without being faulty. */
function notFault(
  { state, sent, unknown, preempted, behind_relay, waiting_for }: BroadcastLive,
  t: TFunction,
): string {
  if (waiting_for > 0) return t('home.waitingFor', { n: waiting_for });
  if (state === 'playing' && behind_relay > 0) return t('home.behindRelay', { n: behind_relay });
  if (state === 'playing' && sent > 0) return t('home.sent', { sent });
  if (state === 'playing' && unknown > 0) return t('home.unknown', { unknown });
  return preempted > 0 ? t('home.preempted', { preempted }) : t('home.sound');
}

/** One broadcast on the home page. `isGone`: over, and kept while the list is in use. */
export function OnAirRow(props: {
  task: BroadcastLive;
  levels: readonly (number | null)[];
  isGone: boolean;
  playbacks: Playbacks;
}) {
  const s = useOnAirStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const clock = useSiteClock();
  useSecond();
  const { task, isGone, playbacks } = props;
  const playback$ = useMemo(() => playbacks.watch(task.id), [playbacks, task.id]);
  const { can, has } = useObservable(playback$, playbacks.of(task.id));
  const Icon = iconOf(task.audio_source);
  const { played_ms: played, left_ms: left } = taskProgress(task, clock.now());
  const total = left === null ? 0 : played + left;
  const time = (ms: number) => durationText(t, ms);
  // Pre-empted targets are not missing; silent and offline ones are.
  const missing = task.state === 'playing' ? task.silent + task.offline : 0;
  // An alarm is ended on its own screen, not here.
  const isAlarm = isOfAlarm(task);
  const isPaused = task.state === 'paused';
  const turn = has.resume ? 'resume' : 'paused';
  const toggle = t(has.resume ? 'common.resume' : 'common.pause');
  const Toggle = has.resume ? PlayRegular : PauseRegular;
  return (
    <tr className={s.row}>
      <td>
        <div className={s.who}>
          <span className={s.icon}>
            <Icon fontSize={18} />
          </span>
          <div className={s.texts}>
            <span className={s.name}>
              <ScreenLink screen="menu_task_status" search={{ id: String(task.id) }}>
                <NameText name={task.name} className={isGone ? s.gone : undefined} />
              </ScreenLink>
              {task.state !== 'playing' && <StatusChip status={isPaused ? 'paused' : 'waiting'} />}
            </span>
            <span className={s.detail}>
              <NameText
                name={[
                  `${t(`codes.taskType.${task.task_type}`)} ${task.priority}`,
                  ...(task.item_name === '' ? [] : [task.item_name]),
                ].join(' · ')}
              />
            </span>
          </div>
        </div>
      </td>
      <td>
        <div className={s.line}>
          <b>
            <ScreenLink screen="menu_device_management" search={{ task: String(task.id) }}>
              {task.sounding} / {task.targets}
            </ScreenLink>
          </b>
          {missing > 0 ? (
            <span className={s.missing} title={t('home.notSounding', { missing })}>
              <FaultGlyph />
              <span>{t('home.notSounding', { missing })}</span>
            </span>
          ) : (
            <span className={s.detail}>{notFault(task, t)}</span>
          )}
        </div>
        <div className={s.bar}>
          <span className={s.fill} style={{ flexGrow: task.sounding }} />
          {missing > 0 && <span className={s.gap} style={{ flexGrow: missing }} />}
          <span style={{ flexGrow: task.targets - task.sounding - missing }} />
        </div>
      </td>
      <td>
        <div className={s.line}>
          <b>{time(played)}</b>
          <span className={s.detail}>{left === null ? t('home.noEnd') : `−${time(left)}`}</span>
        </div>
        {total === 0 ? (
          <div className={mergeClasses(s.bar, s.endless)} />
        ) : (
          <div className={mergeClasses(s.bar, s.track)}>
            <span className={s.fill} style={{ width: `${(played / total) * 100}%` }} />
          </div>
        )}
      </td>
      <td title={`${levelText(task.level_db)} dBFS`}>
        <LevelHistory levels={props.levels} />
      </td>
      <td className={s.tools}>
        {isAlarm && (
          <ScreenLink screen="menu_fire_gpio_task" without="nothing">
            {t('menu.menu_fire_gpio_task')}
          </ScreenLink>
        )}
        {!isAlarm && !isGone && may('operate_real_time_task') && task.state !== 'waiting' && (
          <BusyButton
            appearance="subtle"
            size="small"
            icon={<Toggle />}
            aria-label={`${toggle} ${task.name}`}
            title={toggle}
            operation={`task.${task.id}.pause`}
            reason={can[turn] ? undefined : t('task.notNow')}
            onPress={() => playbacks.press(task.id, turn)}
          />
        )}
        {!isAlarm && !isGone && may(['operate_real_time_task', 'operate_task']) && (
          <BusyButton
            always
            appearance="subtle"
            size="small"
            icon={<StopRegular />}
            aria-label={t('shell.stopTask', { name: task.name })}
            title={t('common.stop')}
            onPress={() => playbacks.press(task.id, 'stop')}
          />
        )}
      </td>
    </tr>
  );
}
