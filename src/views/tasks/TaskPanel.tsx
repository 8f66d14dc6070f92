import { Button, makeStyles, Tab, TabList } from '@fluentui/react-components';
import { ArrowCounterclockwiseRegular, DismissRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../app/AppContext.tsx';
import { BusyButton } from '../kit/BusyButton.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { StatusChip } from '../kit/StatusChip.tsx';
import { StatusText } from '../kit/StatusText.tsx';
import { tokens } from '../theme/tokens.ts';
import type { Playbacks } from './playbacks.ts';
import { TaskFacts } from './TaskFacts.tsx';
import { TaskItems } from './TaskItems.tsx';
import { TaskNow } from './TaskNow.tsx';
import { TaskTargets } from './TaskTargets.tsx';
import { taskState } from './taskState.ts';
import { type TaskDetail, useTask } from './useTask.ts';
import type { TaskControl } from './useTaskControl.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    width: '352px',
    minHeight: 0,
    boxSizing: 'border-box',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  head: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '8px',
    padding: '12px 8px 8px 16px',
  },
  names: { flexGrow: 1, minWidth: 0 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    overflowWrap: 'anywhere',
  },
  caption: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  tabs: { flexShrink: 0, padding: '0 6px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  again: { padding: '0 16px 8px' },
  body: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
});

type Part = 'targets' | 'items' | 'facts';

/** Everything about one task: what it plays now, at which terminals and why not at others, its list, and its proof. */
export function TaskPanel(props: {
  id: number;
  playbacks: Playbacks;
  control: TaskControl;
  onClose: () => void;
  /** Starts a task that has ended once more. */
  onAgain: (task: TaskDetail) => Promise<void>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { live, detail, error, isChanging } = useTask(props.id);
  const [part, setPart] = useState<Part>('targets');
  const task = live ?? detail;
  return (
    <aside
      className={s.root}
      aria-label={task === undefined ? t('common.details') : t('task.panel', { name: task.name })}
      data-testid="task-panel"
    >
      <div className={s.head}>
        <div className={s.names}>
          <h2 className={s.title}>{task?.name}</h2>
          {task !== undefined && (
            <div className={s.caption}>
              {t(`codes.taskType.${task.task_type}`)} {task.priority}
              {t('kit.listComma')}
              {t(`codes.audioSource.${task.audio_source}`)}
            </div>
          )}
        </div>
        {live !== undefined && <StatusChip status={taskState(live, clock.now())} />}
        {live === undefined && detail?.ended_at != null && (
          <StatusText tone="grey" glyph="checkmark" text={t('task.ended')} />
        )}
        <Button
          appearance="subtle"
          size="small"
          icon={<DismissRegular />}
          aria-label={t('common.close')}
          onClick={props.onClose}
        />
      </div>
      {task === undefined ? (
        error !== null && <EmptyState title={t('task.goneTitle')} why={error.message} />
      ) : (
        <>
          {live !== undefined && <TaskNow row={live} playbacks={props.playbacks} control={props.control} />}
          {live === undefined && detail?.ended_at != null && (
            <div className={s.again}>
              <BusyButton
                size="small"
                icon={<ArrowCounterclockwiseRegular />}
                reason={props.control.mayOperate ? undefined : t('kit.noRight')}
                onPress={() => props.onAgain(detail)}
              >
                {t('task.again')}
              </BusyButton>
            </div>
          )}
          <TabList
            className={s.tabs}
            size="small"
            selectedValue={part}
            aria-label={t('common.details')}
            onTabSelect={(_, data) => setPart(data.value as Part)}
          >
            <Tab value="targets">{t('task.terminals')}</Tab>
            <Tab value="items">{t('task.list')}</Tab>
            <Tab value="facts">{t('common.details')}</Tab>
          </TabList>
          <div className={s.body}>
            {part === 'targets' && <TaskTargets id={props.id} live={live} isChanging={isChanging} />}
            {part === 'items' && detail !== undefined && (
              <TaskItems detail={detail} live={live} control={props.control} />
            )}
            {part === 'facts' && detail !== undefined && <TaskFacts detail={detail} live={live} />}
          </div>
        </>
      )}
    </aside>
  );
}
