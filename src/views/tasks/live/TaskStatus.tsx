import { Button, makeStyles, Tab, TabList } from '@fluentui/react-components';
import { PlayRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { useRowsNow } from '../../kit/list/useRowsNow.ts';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { usePlaybacks } from '../../shared/playback/usePlaybacks.ts';
import { StartTaskDialog } from '../../shared/startTask/StartTaskDialog.tsx';
import type { StartPreset } from '../../shared/startTask/startForm.ts';
import { target, tokens } from '../../theme/tokens.ts';
import { EndedTasks } from './EndedTasks.tsx';
import { OnAirTasks } from './OnAirTasks.tsx';
import { QueuedStarts } from './QueuedStarts.tsx';
import { SpeakButtons } from './SpeakButtons.tsx';
import { TaskPanel } from './TaskPanel.tsx';
import { useStartAgain } from './useStartAgain.ts';
import { useTaskControl } from './useTaskControl.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: target(40),
    overflowX: 'auto',
    '& > *': { flexShrink: 0, whiteSpace: 'nowrap' },
    flexShrink: 0,
    padding: '0 12px 0 4px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  rest: { flexGrow: 1 },
  body: { display: 'flex', flexGrow: 1, minHeight: 0 },
  list: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** menu_task_status: running broadcasts, live; ended ones; starting a task; and one task in detail. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { criteria, change } = useCriteria();
  const playbacks = usePlaybacks();
  const control = useTaskControl(playbacks);
  const stale = useStaleReason();
  const [starting, setStarting] = useState<StartPreset | null>(null);
  const again = useStartAgain();
  const { streams } = useApp();
  const queued = useRowsNow(streams.queuedStart);
  const view = criteria.filters.view || 'on_air';
  const opened = Number(criteria.filters.id) || undefined;
  const open = (id: number | undefined) => change({ filters: { id: id === undefined ? '' : String(id) } });
  const reason = control.mayOperate ? stale : t('kit.noRight');
  const start = (
    <Button
      size="small"
      appearance="primary"
      icon={<PlayRegular />}
      disabledFocusable={reason !== undefined}
      {...(reason === undefined ? {} : { title: reason })}
      onClick={() => setStarting({})}
    >
      {t('task.new')}
    </Button>
  );
  return (
    <div className={s.root}>
      <div className={s.head}>
        <TabList
          size="small"
          selectedValue={view}
          aria-label={t('menu.menu_task_status')}
          onTabSelect={(_, data) =>
            change({
              q: '',
              sort: '',
              filters: {
                view: data.value === 'on_air' ? '' : String(data.value),
                state: '',
                type: '',
                id: '',
              },
            })
          }
        >
          <Tab value="on_air">{t('task.onAir')}</Tab>
          <Tab value="queued">{t('queue.tab', { n: queued.length })}</Tab>
          <Tab value="ended">{t('task.ended')}</Tab>
        </TabList>
        <span className={s.rest} />
        <SpeakButtons />
        {start}
      </div>
      <div className={s.body}>
        <div className={s.list}>
          {view === 'ended' ? (
            <EndedTasks onOpen={open} />
          ) : view === 'queued' ? (
            <QueuedStarts rows={queued} />
          ) : (
            <OnAirTasks playbacks={playbacks} control={control} onOpen={open} start={start} />
          )}
        </div>
        {opened !== undefined && (
          <TaskPanel
            key={opened}
            id={opened}
            playbacks={playbacks}
            control={control}
            onClose={() => open(undefined)}
            onAgain={async (task) => setStarting(await again(task))}
          />
        )}
      </div>
      <StartTaskDialog
        open={starting !== null || criteria.filters.new === '1'}
        preset={starting ?? {}}
        onClose={() => {
          setStarting(null);
          change({ filters: { new: '' } });
        }}
        onStarted={(id, waits) =>
          change({ filters: waits ? { view: 'queued', id: '' } : { view: '', id: String(id) } })
        }
      />
    </div>
  );
}
