import { HistoryRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type AuditRow, auditActions, auditEntities } from '../../../contract/entities/site/audit.ts';
import { useApp, usePermission, useSiteClock } from '../app/AppContext.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { SearchField } from '../kit/toolbar/SearchField.tsx';
import { auditWords } from '../shared/logs/auditWords.ts';
import { LogList } from '../shared/logs/LogList.tsx';
import { FilterChip } from '../shared/logs/LogParts.tsx';
import { useLog } from '../shared/logs/useLog.ts';
import { useZones } from '../shared/zones/useZones.ts';
import { AuditPanel } from './AuditPanel.tsx';
import { auditColumns } from './logColumns.ts';

/** Audit log: who changed what, before and after, the newest first. Read-only. */
export function AuditLog() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const zones = useZones();
  const log = useLog<AuditRow>('audit');
  const { filters } = log.criteria;
  const timeZone = clock.timeZone();
  const seesAddress = may('list_client_address');
  const names = JSON.stringify((zones ?? []).map(({ id }) => [id, streams.zoneName(id)]));
  const words = useMemo(() => {
    const byId = new Map(JSON.parse(names) as [number, string][]);
    return auditWords(t, { zone: (id) => byId.get(id), device: (id) => streams.device.get(id)?.name });
  }, [t, names, streams]);
  const columns = useMemo(
    () => auditColumns({ t, timeZone, words, seesAddress }),
    [t, timeZone, words, seesAddress],
  );
  const opened = log.rows?.find((row) => row.id === log.opened);
  return (
    <LogList
      log={log}
      path="audit"
      label={t('logs.audit')}
      columns={columns}
      search={t('logs.searchAudit')}
      words={{ entity: words.entity, action: words.action }}
      onOpen={(row) => log.open(row.id)}
      hint={t('logs.openEntry')}
      empty={{ icon: <HistoryRegular />, title: t('logs.noneAudit'), hint: t('logs.noneAuditWhy') }}
      aside={
        opened !== undefined && (
          <AuditPanel
            key={opened.id}
            row={opened}
            words={words}
            seesAddress={seesAddress}
            onFilter={log.put}
            onClose={() => log.open(undefined)}
          />
        )
      }
    >
      <SearchField
        value={filters.account_code}
        placeholder={t('logs.account')}
        onChange={(account_code) => log.put({ account_code })}
      />
      <FilterMenu
        label={t('logs.subject')}
        value={filters.entity}
        options={auditEntities.map((value) => ({ value, label: words.entity(value) }))}
        onChange={(entity) => log.put({ entity, entity_id: undefined })}
      />
      <FilterMenu
        label={t('logs.action')}
        value={filters.action}
        options={auditActions.map((value) => ({ value, label: words.action(value) }))}
        onChange={(action) => log.put({ action })}
      />
      {filters.entity_id !== undefined && (
        <FilterChip
          label={t('logs.subject')}
          value={`#${filters.entity_id}`}
          onDrop={() => log.put({ entity_id: undefined })}
        />
      )}
    </LogList>
  );
}
