import { makeStyles } from '@fluentui/react-components';
import { TextboxRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import type { Page } from '../../../../contract/api/envelope.ts';
import { alarmStatus, codeValues, drillMode } from '../../../../contract/codes.ts';
import type { AlarmRecord } from '../../../../contract/entities/tasks/alarm.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { useRows } from '../../kit/rows/useRows.ts';
import { ColumnsMenu } from '../../kit/toolbar/ColumnsMenu.tsx';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { TimeFilter } from '../../kit/toolbar/TimeFilter.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { LogExport } from '../../shared/logs/LogParts.tsx';
import { rangeOf, rangeWords } from '../../shared/logs/logRange.ts';
import { RecordPanel } from './RecordPanel.tsx';
import { recordColumns } from './recordColumns.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** Shortest interval between two reads of the list while an alarm runs and its record grows, ms. */
const readEveryMs = 1000;

/** Lists all alarms, drills included, the newest first. */
export function AlarmRecords() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const { criteria, change } = useCriteria({ sort: '-created_at' });
  const { page, limit, sort, q } = criteria;
  const { id, ...filters } = criteria.filters;
  const asked = { page, limit, sort, q, filters };
  const calls = useMemo(
    () => ({
      list: (query: Record<string, string | number>) => api.get<Page<AlarmRecord>>('/v1/alarm_record', query),
    }),
    [api],
  );
  const { data } = useRows('alarm_record', calls, asked);
  const handle = useGridHandle<AlarmRecord>();
  useEffect(() => {
    const changed = streams.alarm.changes$
      .pipe(throttleTime(readEveryMs, undefined, { leading: false, trailing: true }))
      .subscribe(() => void queries.invalidateQueries({ queryKey: ['rows', 'alarm_record'] }));
    return () => changed.unsubscribe();
  }, [streams, queries]);
  const columns = useMemo(() => recordColumns(t, clock.timeZone()), [t, clock]);
  const words: Record<string, (value: string) => string> = {
    ...rangeWords(t, clock.timeZone()),
    status: (value) => t(`codes.alarmStatus.${value}`),
    drill: (value) => t(`codes.drillMode.${value}`),
    plan_id: (value) => data?.rows.find((row) => String(row.plan_id) === value)?.plan_name ?? value,
  };
  const options = (values: readonly (string | number)[], name: string) =>
    values.map((value) => ({ value: String(value), label: words[name]?.(String(value)) ?? String(value) }));
  const set = (values: Readonly<Record<string, string | number | undefined>>) =>
    change({
      filters: Object.fromEntries(
        Object.entries({ ...values, id: undefined }).map(([name, value]) => [name, String(value ?? '')]),
      ),
    });
  const query = Object.fromEntries(Object.entries({ ...filters, ...(q ? { q } : {}) }));
  const opened = Number(id) || undefined;
  return (
    <div className={s.root}>
      <Toolbar
        end={
          <>
            <ColumnsMenu handle={handle} />
            <LogExport path="alarm_record" query={query} />
          </>
        }
      >
        <SearchField
          value={q}
          placeholder={t('alarmRecord.search')}
          onChange={(text) => change({ q: text ?? '' })}
        />
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
      </Toolbar>
      <div className={s.middle}>
        <div className={s.grid}>
          <DataGrid<AlarmRecord>
            name="alarm_record"
            label={t('menu.menu_alarm_record')}
            columns={columns}
            source={{ page: data?.rows, asked: data?.asked }}
            handle={handle}
            sort={sort}
            onSort={(next) => change({ sort: next ?? '' })}
            onOpen={(row) => change({ filters: { id: String(row.id) } })}
            empty={
              <ListEmpty
                criteria={asked}
                change={change}
                icon={<TextboxRegular />}
                title={t('alarmRecord.noneTitle')}
                why={t('alarmRecord.noneWhy')}
                filterText={(name, value) => words[name]?.(value) ?? value}
              />
            }
          />
        </div>
        {opened !== undefined && (
          <RecordPanel key={opened} id={opened} onClose={() => change({ filters: { id: '' } })} />
        )}
      </div>
      <StatusBar handle={handle}>
        <span>{t('alarmRecord.open')}</span>
        <Pager
          page={page}
          limit={limit}
          total={data?.total ?? 0}
          estimated={data?.estimated}
          onPage={(next) => change({ page: next })}
        />
      </StatusBar>
    </div>
  );
}
