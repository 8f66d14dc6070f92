import { makeStyles } from '@fluentui/react-components';
import { RecordRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeValues, recordType } from '../../../../contract/codes.ts';
import type { RecordFile } from '../../../../contract/entities/sound/recordFile.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { TimeFilter } from '../../kit/toolbar/TimeFilter.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { FilterChip, LogExport, LogPager } from '../../shared/logs/LogParts.tsx';
import { rangeOf, rangeWords } from '../../shared/logs/logRange.ts';
import { useLog } from '../../shared/logs/useLog.ts';
import { RecordingPanel } from './RecordingPanel.tsx';
import { RecordingPlayer } from './RecordingPlayer.tsx';
import { recordingColumns } from './recordingColumns.ts';
import { useRecordingActions } from './useRecordingActions.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** menu_record_file: recordings of pages, calls, alarms and capturer tasks, the newest first. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const { streams } = useApp();
  const log = useLog<RecordFile>('record_file', streams.recordFile);
  const handle = useGridHandle<RecordFile>();
  const selection = useSelection();
  const [heard, setHeard] = useState<RecordFile | null>(null);
  const { filters, q } = log.criteria;
  const actions = useRecordingActions({
    onListen: setHeard,
    onDelete(ids) {
      if (heard !== null && ids.includes(heard.id)) setHeard(null);
      if (log.opened !== undefined && ids.includes(log.opened)) log.open(undefined);
    },
    onChanged: () => queries.invalidateQueries({ queryKey: ['rows', 'record_file'] }),
  });
  const listen = useCallback((row: RecordFile) => setHeard(row), []);
  const columns = useMemo(() => recordingColumns(t, clock.timeZone(), listen), [t, clock, listen]);
  const words: Record<string, (value: string) => string> = {
    ...rangeWords(t, clock.timeZone()),
    recordType: (value) => t(`codes.recordType.${value}`),
  };
  const names = [
    ...new Set([filters.who, ...(log.rows ?? []).flatMap((row) => [row.callerName, row.calleeName])]),
  ];
  const ticked = (log.rows ?? []).filter((row) => selection.ids.has(row.id));
  return (
    <div className={s.root}>
      <Toolbar end={<LogExport path="record_file" query={log.query} />}>
        <SearchField
          value={q}
          placeholder={t('recording.search')}
          onChange={(text) => log.change({ q: text })}
        />
        <TimeFilter {...rangeOf(filters)} onChange={log.change} />
        <FilterMenu
          label={t('recording.type')}
          value={filters.recordType}
          options={codeValues(recordType).map((value) => ({ value, label: t(`codes.recordType.${value}`) }))}
          onChange={(type) => log.change({ recordType: type })}
        />
        <FilterMenu
          label={t('recording.who')}
          value={filters.who}
          options={names.flatMap((name) => (name ? { value: name, label: name } : [])).sort(byLabel)}
          onChange={(who) => log.change({ who })}
        />
        {filters.alarm_id !== undefined && (
          <FilterChip
            label={t('recording.ofAlarm')}
            value={filters.alarm_id}
            onDrop={() => log.change({ alarm_id: undefined })}
          />
        )}
      </Toolbar>
      <SelectionBar
        count={ticked.length}
        actions={actions.actionsFor(ticked)}
        onClear={selection.clear}
        outcome={actions.outcome}
      />
      <div className={s.middle}>
        <div className={s.grid}>
          <DataGrid<RecordFile>
            name="record_file"
            label={t('menu.menu_record_file')}
            columns={columns}
            source={{ page: log.rows, asked: log.asked }}
            handle={handle}
            selected={selection.ids}
            onSelect={selection.set}
            onOpen={(row) => log.open(row.id)}
            empty={
              <ListEmpty
                criteria={log.criteria}
                change={log.drop}
                icon={<RecordRegular />}
                title={t('recording.noneTitle')}
                why={t('recording.noneWhy')}
                filterText={(name, value) => words[name]?.(value) ?? value}
              />
            }
          />
        </div>
        {log.opened !== undefined && (
          <RecordingPanel
            key={log.opened}
            id={log.opened}
            row={log.rows?.find((row) => row.id === log.opened)}
            actionsFor={actions.actionsFor}
            onClose={() => log.open(undefined)}
          />
        )}
      </div>
      {heard !== null && <RecordingPlayer key={heard.id} row={heard} onClose={() => setHeard(null)} />}
      <StatusBar handle={handle} selected={ticked.length}>
        <span>{t('recording.open')}</span>
        <LogPager page={log.page} />
      </StatusBar>
      {actions.dialog}
    </div>
  );
}

const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
