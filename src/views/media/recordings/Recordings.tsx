import { RecordRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeValues, recordType } from '../../../../contract/codes.ts';
import type { RecordFile } from '../../../../contract/entities/sound/recordFile.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { LogList } from '../../shared/logs/LogList.tsx';
import { FilterChip } from '../../shared/logs/LogParts.tsx';
import { useLog } from '../../shared/logs/useLog.ts';
import { RecordingPanel } from './RecordingPanel.tsx';
import { RecordingPlayer } from './RecordingPlayer.tsx';
import { recordingColumns } from './recordingColumns.ts';
import { useRecordingActions } from './useRecordingActions.tsx';

/** menu_record_file: recordings of pages, calls, alarms and capturer tasks, the newest first. */
export function Component() {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const { streams } = useApp();
  const log = useLog<RecordFile>('record_file', streams.recordFile);
  const [heard, setHeard] = useState<RecordFile | null>(null);
  const { filters } = log.criteria;
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
    recordType: (value) => t(`codes.recordType.${value}`),
  };
  const names = [
    ...new Set([filters.who, ...(log.rows ?? []).flatMap((row) => [row.callerName, row.calleeName])]),
  ];
  return (
    <>
      <LogList<RecordFile>
        log={log}
        path="record_file"
        label={t('menu.menu_record_file')}
        columns={columns}
        search={t('recording.search')}
        words={words}
        actions={actions.actionsFor}
        outcome={actions.outcome}
        onOpen={(row) => log.open(row.id)}
        hint={t('recording.open')}
        empty={{ icon: <RecordRegular />, title: t('recording.noneTitle'), hint: t('recording.noneWhy') }}
        aside={
          log.opened !== undefined && (
            <RecordingPanel
              key={log.opened}
              id={log.opened}
              row={log.rows?.find((row) => row.id === log.opened)}
              actionsFor={actions.actionsFor}
              onClose={() => log.open(undefined)}
            />
          )
        }
        foot={heard !== null && <RecordingPlayer key={heard.id} row={heard} onClose={() => setHeard(null)} />}
      >
        <FilterMenu
          label={t('recording.type')}
          value={filters.recordType}
          options={codeValues(recordType).map((value) => ({ value, label: t(`codes.recordType.${value}`) }))}
          onChange={(type) => log.put({ recordType: type })}
        />
        <FilterMenu
          label={t('recording.who')}
          value={filters.who}
          options={names.flatMap((name) => (name ? { value: name, label: name } : [])).sort(byLabel)}
          onChange={(who) => log.put({ who })}
        />
        {filters.alarm_id !== undefined && (
          <FilterChip
            label={t('recording.ofAlarm')}
            value={filters.alarm_id}
            onDrop={() => log.put({ alarm_id: undefined })}
          />
        )}
      </LogList>
      {actions.dialog}
    </>
  );
}

const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label);
