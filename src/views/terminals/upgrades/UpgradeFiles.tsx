import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { filter, map, merge, pairwise } from 'rxjs';
import { codeValues, upgradeFeature } from '../../../../contract/codes.ts';
import { type UpgradeFile, upgradeFileEntity } from '../../../../contract/entities/terminals/upgrade.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { PagedList } from '../../kit/list/PagedList.tsx';
import { usePagedList } from '../../kit/list/usePagedList.ts';
import { throttled } from '../../kit/list/useRowsNow.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { useEntityRights } from '../../kit/useEntityRights.ts';
import { DropArea } from '../../shared/media/DropArea.tsx';
import { UploadButton } from '../../shared/media/UploadButton.tsx';
import { UploadPanel } from '../../shared/media/UploadPanel.tsx';
import { PackagePanel } from './PackagePanel.tsx';
import { packageColumns } from './packageColumns.ts';
import { usePackageActions } from './usePackageActions.tsx';
import { usePackageUploads } from './usePackageUploads.ts';

/** Refresh interval, ms: there is no live topic of the terminals' versions and of uploads by others. */
const everyMs = 5_000;

/**
 * menu_update_upgrade_file_management: packages, their kind and signature, and the terminals that run them.
 */
export function Component() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const messages = useMessages();
  const list = usePagedList<UpgradeFile>('upgrade_file', { sort: '-created_at', everyMs });
  const { rows, filters, opened, open, refresh } = list;
  const rights = useEntityRights(upgradeFileEntity);
  const uploads = usePackageUploads();
  useEffect(() => {
    const isDone = uploads.items$.pipe(
      map((items) => items.filter((item) => item.state === 'done').length),
      pairwise(),
      filter(([before, now]) => now > before),
    );
    const changes = merge(isDone, streams.upgrade.changes$)
      .pipe(throttled())
      .subscribe(() => void refresh());
    return () => changes.unsubscribe();
  }, [uploads, streams, refresh]);
  const actions = usePackageActions(refresh);
  const columns = useMemo(() => packageColumns(t, clock.timeZone()), [t, clock]);
  const upload = (files: readonly File[]) => {
    const fault = uploads.add(files, null);
    if (fault !== null) messages.add('error', t(fault.key, fault.params));
  };
  const button = rights.create ? <UploadButton onFiles={upload} accept="*/*" /> : undefined;
  const featureText = (value: string) => t(`codes.upgradeFeature.${value}`);
  return (
    <DropArea hint={t('upgrade.dropHere')} onFiles={rights.create ? upload : undefined}>
      <PagedList<UpgradeFile>
        list={list}
        name="upgrade_file"
        label={t('menu.menu_update_upgrade_file_management')}
        columns={columns}
        search={t('upgrade.searchFiles')}
        words={{ feature_code: featureText }}
        actions={actions.actionsFor}
        outcome={actions.outcome}
        onOpen={(row) => open(row.id)}
        empty={{
          icon: <ArrowUploadRegular />,
          title: t('upgrade.noFilesTitle'),
          hint: t('upgrade.noFilesWhy'),
          actions: button,
        }}
        aside={
          <>
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
          </>
        }
        tools={button}
        notes={<span>{t('upgrade.openFileHint')}</span>}
      >
        <FilterMenu
          label={t('upgrade.feature')}
          value={filters.feature_code}
          options={codeValues(upgradeFeature).map((value) => ({ value, label: featureText(value) }))}
          onChange={(value) => list.put({ feature_code: value ?? '' })}
        />
      </PagedList>
      {actions.dialog}
    </DropArea>
  );
}
