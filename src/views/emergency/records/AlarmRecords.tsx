import { TextboxRegular } from '@fluentui/react-icons';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import { alarmStatus, codeValues, drillMode } from '../../../../contract/codes.ts';
import type { AlarmRecord } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { PagedList } from '../../kit/list/PagedList.tsx';
import { usePagedList } from '../../kit/list/usePagedList.ts';
import { ColumnsMenu } from '../../kit/toolbar/ColumnsMenu.tsx';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { TimeFilter } from '../../kit/toolbar/TimeFilter.tsx';
import { LogExport } from '../../shared/logs/LogParts.tsx';
import { rangeOf, rangeWords } from '../../shared/logs/logRange.ts';
import { RecordPanel } from './RecordPanel.tsx';
import { recordColumns } from './recordColumns.ts';

/** Shortest interval between two reads of the list while an alarm runs and its record grows, ms. */
const readEveryMs = 1000;

/** Lists all alarms, drills included, the newest first. */
export function AlarmRecords() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const list = usePagedList<AlarmRecord>('alarm_record', { sort: '-created_at' });
  const { rows, filters, opened, open, refresh } = list;
  const { q } = list.criteria;
  useEffect(() => {
    const changed = streams.alarm.changes$
      .pipe(throttleTime(readEveryMs, undefined, { leading: false, trailing: true }))
      .subscribe(() => void refresh());
    return () => changed.unsubscribe();
  }, [streams, refresh]);
  const columns = useMemo(() => recordColumns(t, clock.timeZone()), [t, clock]);
  const words: Record<string, (value: string) => string> = {
    ...rangeWords(t, clock.timeZone()),
    status: (value) => t(`codes.alarmStatus.${value}`),
    drill: (value) => t(`codes.drillMode.${value}`),
    plan_id: (value) => rows?.find((row) => String(row.plan_id) === value)?.plan_name ?? value,
  };
  const options = (values: readonly (string | number)[], name: string) =>
    values.map((value) => ({ value: String(value), label: words[name]?.(String(value)) ?? String(value) }));
  const set = (values: Readonly<Record<string, string | number | undefined>>) =>
    list.change({
      filters: Object.fromEntries(
        Object.entries({ ...values, id: undefined }).map(([name, value]) => [name, String(value ?? '')]),
      ),
    });
  return (
    <PagedList<AlarmRecord>
      list={list}
      name="alarm_record"
      label={t('menu.menu_alarm_record')}
      columns={columns}
      search={t('alarmRecord.search')}
      words={words}
      onOpen={(row) => open(row.id)}
      empty={{
        icon: <TextboxRegular />,
        title: t('alarmRecord.noneTitle'),
        hint: t('alarmRecord.noneWhy'),
      }}
      gridTools={
        <>
          <ColumnsMenu handle={list.handle} />
          <LogExport path="alarm_record" query={{ ...filters, ...(q ? { q } : {}) }} />
        </>
      }
      aside={opened !== undefined && <RecordPanel key={opened} id={opened} onClose={() => open(undefined)} />}
      notes={<span>{t('alarmRecord.open')}</span>}
    >
      <TimeFilter {...rangeOf(filters)} onChange={set} />
      <FilterMenu
        label={t('alarmRecord.status')}
        value={filters.status}
        options={options(codeValues(alarmStatus), 'status')}
        onChange={(status) => set({ status })}
      />
      <FilterMenu
        label={t('alarmRecord.kind')}
        value={filters.drill}
        options={options(codeValues(drillMode), 'drill')}
        onChange={(drill) => set({ drill })}
      />
    </PagedList>
  );
}
