import { Checkbox } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EMPTY } from 'rxjs';
import { audioSource, codeValues, taskType } from '../../../contract/codes.ts';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { LogList } from '../shared/logs/LogList.tsx';
import { FilterChip } from '../shared/logs/LogParts.tsx';
import { useLog } from '../shared/logs/useLog.ts';
import { TaskLogPanel } from './TaskLogPanel.tsx';
import { runResults, taskLogColumns } from './taskLogColumns.ts';

/** Name of a loudspeaker, live; its id while the name is unknown. */
function useTerminalName(id: string | undefined): string {
  const { streams } = useApp();
  const row$ = useMemo(() => (id === undefined ? EMPTY : streams.device.row$(Number(id))), [streams, id]);
  return useObservable<DeviceLive | undefined>(row$, undefined)?.name ?? id ?? '';
}

/** menu_task_log: runs of all tasks with their proof of delivery, the newest first. */
export function Component() {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const log = useLog<TaskLogRow>('task_log');
  const terminalName = useTerminalName(log.criteria.filters.terminal_id);
  const [byTerminal, setByTerminal] = useState(false);
  const { filters } = log.criteria;
  const columns = useMemo(() => taskLogColumns(t, clock.timeZone()), [t, clock]);
  const taskName =
    log.rows?.find((row) => String(row.task_id) === filters.task_id)?.task_name ?? filters.task_id ?? '';
  const words: Record<string, (value: string) => string> = {
    task_type: (value) => t(`codes.taskType.${value}`),
    audio_source: (value) => t(`codes.audioSource.${value}`),
    result: (value) => t(`taskLog.result.${value}`),
    task_id: () => taskName,
    terminal_id: () => terminalName,
  };
  const options = (values: readonly (string | number)[], name: string) =>
    values.map((value) => ({ value: String(value), label: words[name]?.(String(value)) ?? String(value) }));
  const opened = log.rows?.find((row) => row.id === log.opened);
  return (
    <LogList
      log={log}
      path="task_log"
      label={t('menu.menu_task_log')}
      columns={columns}
      search={t('taskLog.search')}
      words={words}
      onOpen={(row) => log.open(row.id)}
      hint={t('taskLog.openRun')}
      empty={{ icon: <HistoryRegular />, title: t('taskLog.noneTitle'), hint: t('taskLog.noneWhy') }}
      tools={
        <Checkbox
          label={t('taskLog.perTerminal')}
          checked={byTerminal}
          onChange={(_, data) => setByTerminal(data.checked === true)}
        />
      }
      {...(byTerminal ? { more: { terminals: 'true' } } : {})}
      aside={
        log.opened !== undefined && (
          <TaskLogPanel key={log.opened} id={log.opened} run={opened} onClose={() => log.open(undefined)} />
        )
      }
    >
      <FilterMenu
        label={t('taskLog.outcome')}
        value={filters.result}
        options={options(runResults, 'result')}
        onChange={(result) => log.put({ result })}
      />
      <FilterMenu
        label={t('task.type')}
        value={filters.task_type}
        options={options(codeValues(taskType), 'task_type')}
        onChange={(task_type) => log.put({ task_type })}
      />
      <FilterMenu
        label={t('task.source')}
        value={filters.audio_source}
        options={options(codeValues(audioSource), 'audio_source')}
        onChange={(audio_source) => log.put({ audio_source })}
      />
      {filters.task_id !== undefined && (
        <FilterChip
          label={t('taskLog.task')}
          value={taskName}
          onDrop={() => log.put({ task_id: undefined })}
        />
      )}
      {filters.terminal_id !== undefined && (
        <FilterChip
          label={t('logs.terminal')}
          value={terminalName}
          onDrop={() => log.put({ terminal_id: undefined })}
        />
      )}
    </LogList>
  );
}
