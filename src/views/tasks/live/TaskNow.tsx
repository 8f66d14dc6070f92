import { makeStyles } from '@fluentui/react-components';
import {
  MegaphoneLoudRegular,
  NextRegular,
  PauseRegular,
  PlayRegular,
  PreviousRegular,
  Speaker2Regular,
  StopRegular,
} from '@fluentui/react-icons';
import { type ReactElement, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { LevelMeter } from '../../kit/status/LevelMeter.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import type { Playbacks } from '../../shared/playback/playbacks.ts';
import { isOfAlarm, taskProgress, taskState } from '../../shared/startTask/taskState.ts';
import { tokens } from '../../theme/tokens.ts';
import { type ProgressClasses, progressOf } from './ProgressCell.ts';
import { useProgressClasses } from './progressStyles.ts';
import { TaskVolumeDialog } from './TaskVolumeDialog.tsx';
import type { Control, TaskControl } from './useTaskControl.ts';

const useStyles = makeStyles({
  root: { padding: '0 16px 8px', flexShrink: 0 },
  item: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '8px',
    minHeight: '24px',
    '& > span:first-child': {
      flexGrow: 1,
      flexBasis: 0,
      minWidth: 0,
      whiteSpace: 'nowrap',
      fontWeight: tokens.fontWeightSemibold,
    },
    '& > span + span': { color: tokens.colorNeutralForeground3, flexShrink: 0 },
  },
  line: { height: '24px' },
  meter: { display: 'flex', alignItems: 'center', height: '24px' },
  buttons: { display: 'flex', alignItems: 'center', gap: '4px', marginTop: '4px' },
  rest: { flexGrow: 1 },
  alarm: { margin: '4px 0' },
});

const icons: Record<Control, ReactElement> = {
  previous: <PreviousRegular />,
  pause: <PauseRegular />,
  resume: <PlayRegular />,
  next: <NextRegular />,
  stop: <StopRegular />,
  alarm: <MegaphoneLoudRegular />,
};

/** Current item of a task, progress, level, and controls. */
export function TaskNow(props: { row: BroadcastLive; playbacks: Playbacks; control: TaskControl }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const classes = useProgressClasses();
  const { row, playbacks, control } = props;
  const playback$ = useMemo(() => playbacks.watch(row.id), [playbacks, row.id]);
  useObservable(playback$, playbacks.of(row.id));
  const [isVolumeOpen, setVolumeOpen] = useState(false);
  useSecond();
  // With stale data the time stops, because it is not confirmed.
  const now = control.stale === undefined ? clock.now() : row.anchor_at;
  const progress = taskProgress(row, now);
  const isSounding = row.state === 'playing';
  return (
    <div className={s.root}>
      <div className={s.item}>
        <span>
          <NameText name={row.item_name} />
        </span>
        <span>{t('task.itemOf', { n: row.item_index + 1, m: row.item_count })}</span>
        <span>
          {durationText(t, progress.itemMs)} / {durationText(t, progress.itemTotalMs)}
        </span>
      </div>
      <div className={s.line}>
        <Progress classes={classes} value={progressOf(progress, t('task.endless'), t)} />
      </div>
      <div className={s.meter}>
        {row.waiting_for > 0 && t('task.waitingFor', { n: row.waiting_for })}
        {isSounding && (row.level_db !== null || row.sounding + row.sent === 0) && (
          <LevelMeter
            level={row.level_db}
            peak={row.level_db}
            silent={taskState(row, now) === 'no_sound'}
            key={row.id}
          />
        )}
      </div>
      {isOfAlarm(row) && (
        <p className={s.alarm}>
          {t('task.ofAlarm')}{' '}
          <ScreenLink screen="menu_fire_gpio_task" without="nothing">
            {t('alarm.openControl')}
          </ScreenLink>
        </p>
      )}
      {!isOfAlarm(row) && (
        <div className={s.buttons}>
          {control.shown(row).map((one) => {
            const label = control.labelOf(row, one);
            const reason = control.reasonOf(row, one);
            return (
              <BusyButton
                key={one}
                size="small"
                always={one === 'stop'}
                icon={icons[one]}
                aria-label={label}
                title={label}
                {...(reason === undefined ? {} : { reason })}
                operation={control.operationOf(row, one)}
                onPress={() => control.press(row, one)}
              />
            );
          })}
          <span className={s.rest} />
          <BusyButton
            size="small"
            icon={<Speaker2Regular />}
            {...(control.mayOperate ? {} : { reason: t('kit.noRight') })}
            onPress={async () => setVolumeOpen(true)}
          >
            {row.volume === null ? t('task.ownShort') : String(row.volume)}
          </BusyButton>
        </div>
      )}
      {isVolumeOpen && <TaskVolumeDialog row={row} onClose={() => setVolumeOpen(false)} />}
    </div>
  );
}

function Progress(props: { classes: ProgressClasses; value: ReturnType<typeof progressOf> }) {
  const { classes, value } = props;
  return (
    <span className={classes.root}>
      <span className={classes.text}>{value.played}</span>
      <span className={value.share === null ? classes.endless : classes.track}>
        <span className={classes.fill} style={{ transform: `scaleX(${value.share ?? 0})` }} />
      </span>
      <span className={classes.left}>{value.left}</span>
    </span>
  );
}
