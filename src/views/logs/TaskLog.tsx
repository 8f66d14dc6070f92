import { Checkbox, makeStyles } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { audioSource, codeValues, taskType } from '../../../contract/codes.ts';
import type { TaskLogRow } from '../../../contract/entities/taskLog.ts';
import { useSiteClock } from '../app/AppContext.tsx';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { TimeFilter } from '../kit/toolbar/TimeFilter.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { FilterChip, LogExport, LogPager } from './LogParts.tsx';
import { rangeOf, rangeWords } from './logRange.ts';
import { TaskLogPanel } from './TaskLogPanel.tsx';
import { runResults, taskLogColumns } from './taskLogColumns.ts';
import { useLog } from './useLog.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** menu_task_log: every run of every task with its proof of delivery, the newest first (spec 3). */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const log = useLog<TaskLogRow>('task_log');
  const handle = useGridHandle<TaskLogRow>();
  const [byTerminal, setByTerminal] = useState(false);
  const { filters, q } = log.criteria;
  const columns = useMemo(() => taskLogColumns(t, clock.timeZone()), [t, clock]);
  const taskName =
    log.rows?.find((row) => String(row.task_id) === filters.task_id)?.task_name ?? filters.task_id ?? '';
  const words: Record<string, (value: string) => string> = {
    ...rangeWords(t, clock.timeZone()),
    task_type: (value) => t(`codes.taskType.${value}`),
    audio_source: (value) => t(`codes.audioSource.${value}`),
    result: (value) => t(`taskLog.result.${value}`),
    task_id: () => taskName,
  };
  const options = (values: readonly (string | number)[], name: string) =>
    values.map((value) => ({ value: String(value), label: words[name]?.(String(value)) ?? String(value) }));
  const opened = log.rows?.find((row) => row.id === log.opened);
  return (
    <div className={s.root}>
      <Toolbar
        end={
          <>
            <Checkbox
              label={t('taskLog.perTerminal')}
              checked={byTerminal}
              onChange={(_, data) => setByTerminal(data.checked === true)}
            />
            <LogExport path="task_log" query={byTerminal ? { ...log.query, terminals: 'true' } : log.query} />
          </>
        }
      >
        <SearchField
          value={q}
          placeholder={t('taskLog.search')}
          onChange={(text) => log.change({ q: text })}
        />
        <TimeFilter {...rangeOf(filters)} onChange={log.change} />
        <FilterMenu
          label={t('taskLog.outcome')}
          value={filters.result}
          options={options(runResults, 'result')}
          onChange={(result) => log.change({ result })}
        />
        <FilterMenu
          label={t('task.type')}
          value={filters.task_type}
          options={options(codeValues(taskType), 'task_type')}
          onChange={(task_type) => log.change({ task_type })}
        />
        <FilterMenu
          label={t('task.source')}
          value={filters.audio_source}
          options={options(codeValues(audioSource), 'audio_source')}
          onChange={(audio_source) => log.change({ audio_source })}
        />
        {filters.task_id !== undefined && (
          <FilterChip
            label={t('taskLog.task')}
            value={taskName}
            onDrop={() => log.change({ task_id: undefined })}
          />
        )}
        {filters.terminal_id !== undefined && (
          <FilterChip
            label={t('logs.terminal')}
            value={filters.terminal_id}
            onDrop={() => log.change({ terminal_id: undefined })}
          />
        )}
      </Toolbar>
      <div className={s.middle}>
        <div className={s.grid}>
          <DataGrid<TaskLogRow>
            name="task_log"
            label={t('menu.menu_task_log')}
            columns={columns}
            source={{ page: log.rows }}
            handle={handle}
            onOpen={(row) => log.open(row.id)}
            empty={
              <ListEmpty
                criteria={log.criteria}
                change={log.drop}
                icon={<HistoryRegular />}
                title={t('taskLog.noneTitle')}
                why={t('taskLog.noneWhy')}
                filterText={(name, value) => words[name]?.(value) ?? value}
              />
            }
          />
        </div>
        {log.opened !== undefined && (
          <TaskLogPanel key={log.opened} id={log.opened} run={opened} onClose={() => log.open(undefined)} />
        )}
      </div>
      <StatusBar handle={handle}>
        <span>{t('taskLog.openRun')}</span>
        <LogPager page={log.page} />
      </StatusBar>
    </div>
  );
}
