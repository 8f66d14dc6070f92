import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { userNames } from '../../kit/rows/userNames.ts';
import { FilterMenu } from '../../kit/toolbar/FilterMenu.tsx';
import { GroupedScreen } from '../../shared/groups/GroupedScreen.tsx';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { LinkageDialog } from './LinkageDialog.tsx';
import { LinkagePanel } from './LinkagePanel.tsx';
import { linkageColumns } from './linkageColumns.ts';
import { linkageSources } from './linkageForm.ts';
import { linkageKind } from './linkageKind.tsx';
import { useLinkagePlay } from './useLinkagePlay.tsx';

/** menu_linkage_task: tasks that alarms start, and their targets, live, by zone and group. */
export function Component() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const columns = useMemo(
    () =>
      linkageColumns({
        t,
        timeZone: clock.timeZone(),
        width: window.innerWidth,
        zoneName: (id) => streams.zoneName(id),
      }),
    [t, clock, streams],
  );
  const play = useLinkagePlay();
  const sourceText = (source: string | number) =>
    Number(source) === 100 ? t('linkage.silence') : t(`codes.audioSource.${source}`);
  return (
    <GroupedScreen
      kind={linkageKind}
      more={play}
      columns={columns}
      tools={<TransferMenu kind="linkage_task" />}
      form={(open, close) => <LinkageDialog open={open} onClose={close} />}
      panel={(id, actions, close) => <LinkagePanel key={id} id={id} actions={actions} onClose={close} />}
      filters={(criteria, change) => (
        <>
          <FilterMenu
            label={t('task.source')}
            value={criteria.filters.source}
            options={linkageSources.map((one) => ({ value: String(one), label: sourceText(one) }))}
            onChange={(source) => change({ filters: { source: source ?? '' } })}
          />
          <FilterMenu
            label={t('linkage.usedBy')}
            value={criteria.filters.used}
            options={[
              { value: 'true', label: t('linkage.used') },
              { value: 'false', label: t('linkage.unused') },
            ]}
            onChange={(used) => change({ filters: { used: used ?? '' } })}
          />
        </>
      )}
      words={{
        source: sourceText,
        used: (value) => t(value === 'true' ? 'linkage.used' : 'linkage.unused'),
      }}
      deleteDetail={(row) =>
        row.plans.length + row.plans_elsewhere === 0
          ? t('linkage.unused')
          : t('linkage.usedByPlans', {
              plans: userNames(row.plans, row.plans_elsewhere, t).join(t('kit.listComma')),
            })
      }
    />
  );
}
