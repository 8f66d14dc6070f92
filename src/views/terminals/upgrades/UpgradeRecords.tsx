import { Button } from '@fluentui/react-components';
import { TopSpeedRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { KeyPage } from '../../../../contract/api/envelope.ts';
import { codeValues, upgradeBatchState, upgradeFeature } from '../../../../contract/codes.ts';
import type { Upgrade } from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp, usePermission, useScreen, useSiteClock } from '../../app/AppContext.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListFrame } from '../../kit/list/ListFrame.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { LiveAge } from '../../kit/toolbar/LiveAge.tsx';
import { FilterChip, LogPager } from '../../shared/logs/LogParts.tsx';
import { useLog } from '../../shared/logs/useLog.ts';
import { usePartStyles } from '../../shared/upgrades/steps.ts';
import { BatchView } from './BatchView.tsx';
import { recordColumns } from './recordColumns.ts';

const files = 'menu_update_upgrade_file_management';

/**
 * menu_upgrade_status: upgrade batches, live, the newest first; and one of them with its waves and terminals.
 */
export function Component() {
  const { criteria } = useCriteria();
  const opened = Number(criteria.filters.id) || undefined;
  return opened === undefined ? <Records /> : <BatchView key={opened} id={opened} />;
}

function Records() {
  const parts = usePartStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const navigate = useNavigate();
  const may = usePermission();
  const toFiles = useScreen(files);
  const log = useLog<Upgrade>('upgrade', streams.upgrade);
  const handle = useGridHandle<Upgrade>();
  const selection = useSelection();
  const { filters } = log.criteria;
  const columns = useMemo(() => recordColumns(t, clock.timeZone(), parts), [t, clock, parts]);
  const words: Record<string, (value: string) => string> = {
    state: (value) => t(`codes.upgradeBatchState.${value}`),
    feature_code: (value) => t(`codes.upgradeFeature.${value}`),
    upgrade_file: (value) =>
      log.rows?.find((row) => String(row.upgrade_file) === value)?.upgrade_pack_name ?? `#${value}`,
  };
  const options = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: words[name]?.(value) ?? value }));
  const all = async () => {
    const rows: Upgrade[] = [];
    for (let before: number | null | undefined; before !== null; ) {
      const query = { ...log.query, limit: 1000, ...(before === undefined ? {} : { before }) };
      const page = await api.get<KeyPage<Upgrade>>('/v1/upgrade', query);
      rows.push(...page.rows);
      before = page.next;
    }
    return rows;
  };
  return (
    <ListFrame<Upgrade>
      list={{ ...log, handle, selection }}
      parts={{
        name: 'upgrade',
        label: t('menu.menu_upgrade_status'),
        columns,
        search: t('upgrade.search'),
        words,
        onOpen: (row) => navigate(`/menu_upgrade_status?id=${row.id}`),
        empty: {
          icon: <TopSpeedRegular />,
          title: t('upgrade.noneTitle'),
          hint: t('upgrade.noneWhy'),
          actions: toFiles !== undefined && may(toFiles.codes) && (
            <Button appearance="primary" onClick={() => navigate(`/${files}`)}>
              {t(`menu.${files}`)}
            </Button>
          ),
        },
        children: (
          <>
            <FilterMenu
              label={t('common.status')}
              value={filters.state}
              options={options('state', codeValues(upgradeBatchState))}
              onChange={(state) => log.put({ state })}
            />
            <FilterMenu
              label={t('upgrade.deviceType')}
              value={filters.feature_code}
              options={options('feature_code', codeValues(upgradeFeature))}
              onChange={(feature_code) => log.put({ feature_code })}
            />
            {filters.upgrade_file !== undefined && (
              <FilterChip
                label={t('upgrade.packName')}
                value={words.upgrade_file?.(filters.upgrade_file) ?? ''}
                onDrop={() => log.put({ upgrade_file: undefined })}
              />
            )}
          </>
        ),
        notes: <span>{t('upgrade.openHint')}</span>,
      }}
      rows={{
        source: log.source,
        filters,
        failure: log.failure,
        ticked: [],
        gridTools: <GridTools handle={handle} fileName={t('menu.menu_upgrade_status')} all={all} />,
        age: <LiveAge />,
        pager: <LogPager page={log.page} />,
      }}
    />
  );
}
