import { makeStyles, Tab, TabList } from '@fluentui/react-components';
import { ArrowCounterclockwiseRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import type { Playbacks } from '../../shared/playback/playbacks.ts';
import { taskState } from '../../shared/startTask/taskState.ts';
import { type TaskDetail, useTask } from '../../shared/startTask/useTask.ts';
import { tokens } from '../../theme/tokens.ts';
import { TaskFacts } from './TaskFacts.tsx';
import { TaskItems } from './TaskItems.tsx';
import { TaskNow } from './TaskNow.tsx';
import { TaskTargets } from './TaskTargets.tsx';
import type { TaskControl } from './useTaskControl.ts';

const useStyles = makeStyles({
  tabs: { flexShrink: 0, padding: '0 6px', borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  again: { padding: '0 16px 8px' },
  body: { display: 'flex', flexDirection: 'column', flexGrow: 1, minHeight: 0 },
});

type Part = 'targets' | 'items' | 'facts';

/** Side panel of one task: current item, terminals with reasons, list, and proof of delivery. */
export function TaskPanel(props: {
  id: number;
  playbacks: Playbacks;
  control: TaskControl;
  onClose: () => void;
  /** Starts an ended task again. */
  onAgain: (task: TaskDetail) => Promise<void>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { live, detail, error, isChanging } = useTask(props.id);
  const [part, setPart] = useState<Part>('targets');
  const task = live ?? detail;
  return (
    <SidePanel
      label={task === undefined ? t('common.details') : t('task.panel', { name: task.name })}
      title={task?.name}
      caption={
        task !== undefined &&
        [
          `${t(`codes.taskType.${task.task_type}`)} ${task.priority}`,
          t(`codes.audioSource.${task.audio_source}`),
        ].join(t('kit.listComma'))
      }
      head={
        <>
          {live !== undefined && <StatusChip status={taskState(live, clock.now())} />}
          {live === undefined && detail?.ended_at != null && (
            <StatusText tone="grey" glyph="checkmark" text={t('task.ended')} />
          )}
        </>
      }
      testId="task-panel"
      onClose={props.onClose}
    >
      {task === undefined ? (
        error !== null && <EmptyState title={t('task.goneTitle')} hint={error.message} />
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
              <TaskItems key={detail.id} detail={detail} live={live} control={props.control} />
            )}
            {part === 'facts' && detail !== undefined && <TaskFacts detail={detail} live={live} />}
          </div>
        </>
      )}
    </SidePanel>
  );
}
