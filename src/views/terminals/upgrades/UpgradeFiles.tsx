import { makeStyles } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { filter, map, merge, pairwise } from 'rxjs';
import { codeValues, upgradeFeature } from '../../../../contract/codes.ts';
import { type UpgradeFile, upgradeFileEntity } from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { ListEmpty } from '../../kit/layout/ListEmpty.tsx';
import { calmly } from '../../kit/list/useRowsNow.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { allRows, useRows } from '../../kit/rows/useRows.ts';
import { useSelection } from '../../kit/rows/useSelection.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { GridTools } from '../../kit/toolbar/GridTools.tsx';
import { Pager } from '../../kit/toolbar/Pager.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { SelectionBar } from '../../kit/toolbar/SelectionBar.tsx';
import { StatusBar } from '../../kit/toolbar/StatusBar.tsx';
import { Toolbar } from '../../kit/toolbar/Toolbar.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { DropArea } from '../../shared/media/DropArea.tsx';
import { UploadButton } from '../../shared/media/UploadButton.tsx';
import { UploadPanel } from '../../shared/media/UploadPanel.tsx';
import { PackagePanel } from './PackagePanel.tsx';
import { packageColumns } from './packageColumns.ts';
import { usePackageActions } from './usePackageActions.tsx';
import { usePackageUploads } from './usePackageUploads.ts';

const useStyles = makeStyles({
  middle: { display: 'flex', flexGrow: 1, minHeight: 0 },
  grid: { flexGrow: 1, minWidth: 0, minHeight: 0 },
});

/** Refresh interval, ms: there is no live topic of the terminals' versions and of uploads by others. */
const everyMs = 5_000;

/**
 * menu_update_upgrade_file_management: packages, their kind and signature, and the terminals that run them.
 */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const clock = useSiteClock();
  const messages = useMessages();
  const queries = useQueryClient();
  const { criteria, change } = useCriteria({ sort: '-created_at' });
  const selection = useSelection();
  const handle = useGridHandle<UpgradeFile>();
  const rights = useEntityRights(upgradeFileEntity);
  const calls = useMemo(() => crud(upgradeFileEntity), [crud]);
  const { id, ...filters } = criteria.filters;
  const opened = Number(id) || undefined;
  const asked = { ...criteria, filters };
  const { data } = useRows('upgrade_file', calls, asked, everyMs);
  const rows = data?.rows;
  const uploads = usePackageUploads();
  const onChanged = useMemo(
    () => () => queries.invalidateQueries({ queryKey: ['rows', 'upgrade_file'] }),
    [queries],
  );
  useEffect(() => {
    const isDone = uploads.items$.pipe(
      map((items) => items.filter((item) => item.state === 'done').length),
      pairwise(),
      filter(([before, now]) => now > before),
    );
    const news = merge(isDone, streams.upgrade.changes$)
      .pipe(calmly())
      .subscribe(() => void onChanged());
    return () => news.unsubscribe();
  }, [uploads, streams, onChanged]);
  const actions = usePackageActions(onChanged);
  const columns = useMemo(() => packageColumns(t, clock.timeZone()), [t, clock]);
  const open = (next: number | undefined) =>
    change({ filters: { id: next === undefined ? '' : String(next) } });
  const upload = (files: readonly File[]) => {
    const fault = uploads.add(files, null);
    if (fault !== null) messages.add('error', t(fault.key, fault.params));
  };
  const ticked = (rows ?? []).filter((row) => selection.ids.has(row.id));
  const button = rights.create ? <UploadButton onFiles={upload} accept="*/*" /> : undefined;
  const featureText = (value: string) => t(`codes.upgradeFeature.${value}`);
  return (
    <DropArea hint={t('upgrade.dropHere')} onFiles={rights.create ? upload : undefined}>
      <Toolbar
        end={
          <GridTools
            handle={handle}
            fileName={t('menu.menu_update_upgrade_file_management')}
            all={() => allRows(calls, asked)}
          />
        }
      >
        <SearchField
          value={criteria.q}
          placeholder={t('upgrade.searchFiles')}
          onChange={(q) => change({ q })}
        />
        <FilterMenu
          label={t('upgrade.feature')}
          value={filters.feature_code}
          options={codeValues(upgradeFeature).map((value) => ({ value, label: featureText(value) }))}
          onChange={(value) => change({ filters: { feature_code: value ?? '' } })}
        />
        {button}
      </Toolbar>
      <SelectionBar
        count={ticked.length}
        actions={actions.actionsFor(ticked)}
        onClear={selection.clear}
        outcome={actions.outcome}
      />
      <div className={s.middle}>
        <div className={s.grid}>
          <DataGrid<UpgradeFile>
            name="upgrade_file"
            label={t('menu.menu_update_upgrade_file_management')}
            columns={columns}
            source={{ page: rows, asked: data?.asked }}
            handle={handle}
            sort={criteria.sort}
            onSort={(sort) => change({ sort: sort ?? '' })}
            selected={selection.ids}
            onSelect={selection.set}
            onOpen={(row) => open(row.id)}
            empty={
              <ListEmpty
                criteria={asked}
                change={change}
                icon={<ArrowUploadRegular />}
                title={t('upgrade.noFilesTitle')}
                why={t('upgrade.noFilesWhy')}
                actions={button}
                filterText={(name, value) => (name === 'feature_code' ? featureText(value) : value)}
              />
            }
          />
        </div>
        {opened !== undefined && (
          <PackagePanel
            key={opened}
            id={opened}
            row={rows?.find((row) => row.id === opened)}
            actionsFor={actions.actionsFor}
            onTrust={actions.trust}
            onClose={() => open(undefined)}
          />
        )}
        <UploadPanel uploads={uploads} />
      </div>
      <StatusBar handle={handle} selected={ticked.length}>
        <span>{t('upgrade.openFileHint')}</span>
        <Pager
          {...criteria}
          total={data?.total ?? 0}
          estimated={data?.estimated}
          onPage={(page) => change({ page })}
        />
      </StatusBar>
      {actions.dialog}
    </DropArea>
  );
}
