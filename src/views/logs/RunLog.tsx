import { ArrowSortRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { terminalRoleAlternate } from '../../../contract/codes.ts';
import type { OnlineRow } from '../../../contract/entities/terminals/online.ts';
import { useApp, usePermission, useSiteClock } from '../app/AppContext.tsx';
import { Splitter } from '../kit/layout/Splitter.tsx';
import { FilterMenu } from '../kit/toolbar/FilterMenu.tsx';
import { ZoneTree } from '../kit/tree/ZoneTree.tsx';
import { LogList } from '../shared/logs/LogList.tsx';
import { FilterChip } from '../shared/logs/LogParts.tsx';
import { useLog } from '../shared/logs/useLog.ts';
import { useZones } from '../shared/zones/useZones.ts';
import { runColumns } from './logColumns.ts';

/** Run log: when each terminal connected and was lost, the newest first. */
export function RunLog() {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { streams } = useApp();
  const may = usePermission();
  const zones = useZones();
  const log = useLog<OnlineRow>('online_log');
  const { filters } = log.criteria;
  const seesAddress = may('list_client_address');
  const names = JSON.stringify((zones ?? []).map(({ id }) => [id, streams.zoneName(id)]));
  const columns = useMemo(() => {
    const byId = new Map(JSON.parse(names) as [number, string][]);
    return runColumns({ t, timeZone: clock.timeZone(), zoneName: (id) => byId.get(id), seesAddress });
  }, [t, clock, names, seesAddress]);

  // Casters and dialogue terminals share a role; only the alternate labels say so.
  const roleOptions = Object.values(terminalRoleAlternate).map((role) => ({
    value: String(role),
    label: t(`codes.terminalRoleAlternate.${role}`),
  }));
  const stateOptions = (['connected', 'lost'] as const).map((value) => ({
    value,
    label: t(`logs.state.${value}`),
  }));
  const terminal = filters.terminal_id;
  const terminalName =
    log.rows?.find((row) => String(row.terminal_id) === terminal)?.name ?? String(terminal ?? '');
  const zoneName = zones?.find(({ id }) => String(id) === filters.org)?.name;
  const words: Record<string, (value: string) => string> = {
    online_role: (value) => t(`codes.terminalRoleAlternate.${value}`),
    state: (value) => t(`logs.state.${value}`),
    org: (value) => zoneName ?? value,
    terminal_id: () => terminalName,
  };
  return (
    <Splitter
      name="online_log"
      left={
        <ZoneTree
          zones={zones ?? []}
          selected={Number(filters.org) || undefined}
          onSelect={(org) => log.put({ org })}
        />
      }
    >
      <LogList
        log={log}
        path="online_log"
        label={t('menu.menu_online_log')}
        columns={columns}
        search={t(seesAddress ? 'logs.searchRun' : 'logs.searchRunNames')}
        words={words}
        onOpen={(row) => log.put({ terminal_id: row.terminal_id })}
        hint={t('logs.openTerminal')}
        empty={{ icon: <ArrowSortRegular />, title: t('logs.noneRun'), hint: t('logs.noneRunWhy') }}
      >
        <FilterMenu
          label={t('logs.role')}
          value={filters.online_role}
          options={roleOptions}
          onChange={(online_role) => log.put({ online_role })}
        />
        <FilterMenu
          label={t('common.status')}
          value={filters.state}
          options={stateOptions}
          onChange={(state) => log.put({ state })}
        />
        {terminal !== undefined && (
          <FilterChip
            label={t('logs.terminal')}
            value={terminalName}
            onDrop={() => log.put({ terminal_id: undefined })}
          />
        )}
      </LogList>
    </Splitter>
  );
}
