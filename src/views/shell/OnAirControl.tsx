import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { StopRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { BusyButton } from '../kit/action/BusyButton.tsx';
import { NameText } from '../kit/layout/NameText.tsx';
import { useMessages } from '../kit/messages/MessagesContext.tsx';
import { useHeldRows } from '../kit/rows/useHeldRows.ts';
import { Glyph } from '../kit/status/Glyph.tsx';
import { usePlaybacks } from '../shared/playback/usePlaybacks.ts';
import { isOfAlarm } from '../shared/startTask/taskState.ts';
import { useStopAll } from '../shared/startTask/useStopAll.ts';
import { tokens } from '../theme/tokens.ts';
import { ChipPopover } from './ChipPopover.tsx';

/** Width of the chip's place below which a figure stands for the sentence. */
const narrow = '@container (max-width: 140px)';

const useStyles = makeStyles({
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '48px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  texts: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  name: {
    fontWeight: tokens.fontWeightSemibold,
    minWidth: 0,
    whiteSpace: 'nowrap',
  },
  detail: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  count: { flexShrink: 0, fontWeight: tokens.fontWeightSemibold },
  gone: { textDecorationLine: 'line-through' },
  missing: { color: tokens.tocsinFaultText },
  wide: { [narrow]: { display: 'none' } },
  small: { display: 'none', [narrow]: { display: 'inline' } },
});

const loading: BroadcastLive[] | null = null;
const none: readonly BroadcastLive[] = [];
const idOf = ({ id }: BroadcastLive) => id;
const glyphOf = { playing: 'play', paused: 'pause', waiting: 'clock' } as const;

/**
 * Chip of running broadcasts, with stop and stop-all, on every screen.
 * @param inBar a key of the bar of a phone
 */
export function OnAirControl(props: { inBar?: boolean }) {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const { streams } = useApp();
  const playbacks = usePlaybacks();
  const messages = useMessages();
  const stopAll = useStopAll(playbacks);
  const known = useObservable<BroadcastLive[] | null>(streams.onAir$, loading);
  const list = known ?? none;
  const shown = useHeldRows(list, idOf);
  if (!may(['menu_real_time_task', 'list_task'])) return null;
  const isQuiet = known?.length === 0;
  const confirmStopAll = async () => {
    const { results } = await stopAll();
    for (const one of results) if (!one.ok) messages.add('error', one.message);
  };
  const playing = list.filter((task) => task.state === 'playing').length;
  const held = list.length - playing;
  const heldText = held > 0 ? t('shell.held', { held }) : undefined;
  const mayStop = may(['operate_real_time_task', 'operate_task']);
  return (
    <ChipPopover
      testId="on-air"
      tone={list.length > 0 ? 'some' : 'quiet'}
      barWord={props.inBar === true ? t('common.stop') : undefined}
      icon={
        props.inBar === true ? (
          <StopRegular fontSize={20} />
        ) : (
          <Glyph name={playing > 0 ? 'play' : list.length > 0 ? 'pause' : 'circle'} size={14} />
        )
      }
      face={
        props.inBar === true ? (
          list.length > 0 && <b>{list.length}</b>
        ) : (
          <>
            {list.length > 0 && <b>{playing} </b>}
            {known === null && t('shell.onAirUnknown')}
            {list.length > 0 && t('shell.onAir')}
            {isQuiet && <span className={s.wide}>{t('shell.nothingOnAir')}</span>}
            {isQuiet && (
              <span className={s.small}>
                <b>0</b> {t('shell.onAir')}
              </span>
            )}
          </>
        )
      }
      aside={heldText}
      tooltip={
        known === null
          ? t('shell.onAirUnknownWhy')
          : isQuiet
            ? t('shell.nothingOnAir')
            : [`${playing} ${t('shell.onAir')}`, heldText].filter(Boolean).join(t('kit.listComma'))
      }
      title={t('shell.onAirTitle')}
      listProps={shown.props}
      actions={
        // Always shown: a broadcast that is about to begin is in no list yet.
        mayStop && (
          <BusyButton always size="small" icon={<StopRegular />} onPress={confirmStopAll}>
            {t('common.stopAll')}
          </BusyButton>
        )
      }
      empty={
        known === null
          ? t('shell.onAirUnknownWhy')
          : list.length === 0
            ? t('shell.nothingOnAirWhy')
            : undefined
      }
    >
      {shown.rows.map(({ row: task, isGone }) => (
        <li key={task.id} className={s.row}>
          <Glyph name={glyphOf[task.state]} />
          <div className={s.texts}>
            <span className={mergeClasses(s.name, isGone && s.gone)}>
              <NameText name={task.name} className={isGone ? s.gone : undefined} />
            </span>
            <span className={s.detail}>
              {t(`codes.taskType.${task.task_type}`)} {task.priority} {task.item_name}
            </span>
          </div>
          <span className={mergeClasses(s.count, task.sounding < task.targets && s.missing)}>
            {task.sounding} / {task.targets}
          </span>
          {mayStop && !isGone && !isOfAlarm(task) && (
            <BusyButton
              always
              size="small"
              icon={<StopRegular />}
              aria-label={t('shell.stopTask', { name: task.name })}
              title={t('shell.stopTask', { name: task.name })}
              onPress={() => playbacks.press(task.id, 'stop')}
            />
          )}
        </li>
      ))}
    </ChipPopover>
  );
}
