import { makeStyles } from '@fluentui/react-components';
import { HistoryRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditRow, auditActions, auditEntities } from '../../../contract/entities/audit.ts';
import { useApp, usePermission, useSiteClock } from '../app/AppContext.tsx';
import { DataGrid } from '../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../kit/grid/handle.ts';
import { ListEmpty } from '../kit/ListEmpty.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { StatusBar } from '../kit/toolbar/StatusBar.tsx';
import { TimeFilter } from '../kit/toolbar/TimeFilter.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { useZones } from '../zones/useZones.ts';
import { AuditPanel } from './AuditPanel.tsx';
import { auditWords } from './auditWords.ts';
import { FilterChip, LogExport, LogPager } from './LogParts.tsx';
import { auditColumns } from './logColumns.ts';
import { rangeOf, rangeWords } from './logRange.ts';
import { useLog } from './useLog.ts';

const useStyles = makeStyles({
  area: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** The audit log (design 9): who changed what, before and after, the newest first. Nothing in it can be changed. */
export function AuditLog() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const zones = useZones();
  const log = useLog<AuditRow>('audit');
  const handle = useGridHandle<AuditRow>();
  const { filters, q } = log.criteria;
  const timeZone = clock.timeZone();
  const seesAddress = may('list_client_address');
  const names = JSON.stringify((zones ?? []).map(({ id, name }) => [id, name]));
  const words = useMemo(() => {
    const byId = new Map(JSON.parse(names) as [number, string][]);
    return auditWords(t, { zone: (id) => byId.get(id), device: (id) => streams.device.get(id)?.name });
  }, [t, names, streams]);
  const columns = useMemo(
    () => auditColumns({ t, timeZone, words, seesAddress }),
    [t, timeZone, words, seesAddress],
  );
  const opened = log.rows?.find((row) => row.id === log.opened);
  const filterWords: Record<string, (value: string) => string> = {
    ...rangeWords(t, timeZone),
    entity: words.entity,
    action: words.action,
  };
  return (
    <div className={s.area}>
      <Toolbar end={<LogExport path="audit" query={log.query} />}>
        <SearchField
          value={q}
          placeholder={t('logs.searchAudit')}
          onChange={(text) => log.change({ q: text })}
        />
        <SearchField
          value={filters.account_code}
          placeholder={t('logs.account')}
          onChange={(account_code) => log.change({ account_code })}
        />
        <TimeFilter {...rangeOf(filters)} onChange={log.change} />
        <FilterMenu
          label={t('logs.subject')}
          value={filters.entity}
          options={auditEntities.map((value) => ({ value, label: words.entity(value) }))}
          onChange={(entity) => log.change({ entity, entity_id: undefined })}
        />
        <FilterMenu
          label={t('logs.action')}
          value={filters.action}
          options={auditActions.map((value) => ({ value, label: words.action(value) }))}
          onChange={(action) => log.change({ action })}
        />
        {filters.entity_id !== undefined && (
          <FilterChip
            label={t('logs.subject')}
            value={`#${filters.entity_id}`}
            onDrop={() => log.change({ entity_id: undefined })}
          />
        )}
      </Toolbar>
      <div className={s.middle}>
        <div className={s.grid}>
          <DataGrid<AuditRow>
            name="audit"
            label={t('logs.audit')}
            columns={columns}
            source={{ page: log.rows }}
            handle={handle}
            onOpen={(row) => log.open(row.id)}
            empty={
              <ListEmpty
                criteria={log.criteria}
                change={log.drop}
                icon={<HistoryRegular />}
                title={t('logs.noneAudit')}
                why={t('logs.noneAuditWhy')}
                filterText={(name, value) => filterWords[name]?.(value) ?? value}
              />
            }
          />
        </div>
        {opened !== undefined && (
          <AuditPanel
            key={opened.id}
            row={opened}
            words={words}
            seesAddress={seesAddress}
            onFilter={log.change}
            onClose={() => log.open(undefined)}
          />
        )}
      </div>
      <StatusBar handle={handle}>
        <span>{t('logs.openEntry')}</span>
        <LogPager page={log.page} />
      </StatusBar>
    </div>
  );
}
