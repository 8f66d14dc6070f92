import { makeStyles } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import type { ColDef } from 'ag-grid-community';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { merge } from 'rxjs';
import {
  type VirtualCaster,
  virtualCasterEntity,
} from '../../../../contract/entities/terminals/virtualCaster.ts';
import { useApp } from '../../app/AppContext.tsx';
import { nameColumn, textColumn } from '../../kit/grid/columns.ts';
import { EntityView } from '../../kit/list/EntityView.tsx';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { TransferMenu } from '../../shared/transfer/TransferMenu.tsx';
import { CasterTabs } from './CasterTabs.tsx';
import { VirtualCasterDialog } from './VirtualCasterDialog.tsx';

const { path } = virtualCasterEntity;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  view: { flexGrow: 1, minHeight: 0 },
});

/** Virtual casters: a called number served by several call stations. */
export function VirtualCasters() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const queries = useQueryClient();
  const { criteria } = useCriteria();
  useEffect(() => {
    // Names of the members come from the feed of casters.
    const held = merge(streams.terminals.caster.changes$).subscribe();
    held.add(
      streams.virtualCaster.changes$.subscribe(
        () => void queries.invalidateQueries({ queryKey: ['rows', path] }),
      ),
    );
    return () => held.unsubscribe();
  }, [streams, queries]);
  const columns = useMemo<ColDef<VirtualCaster>[]>(
    () => [
      nameColumn<VirtualCaster>('name', t('common.name'), { flex: 1, minWidth: 160 }),
      textColumn<VirtualCaster>('call_number', t('devices.callNumber'), { width: 130 }),
      {
        colId: 'ring',
        headerName: t('caster.ring'),
        width: 180,
        valueGetter: ({ data }) => (data === undefined ? '' : t(`caster.ringing.${data.ring}`)),
      },
      {
        colId: 'casters',
        headerName: t('caster.members'),
        flex: 2,
        minWidth: 200,
        valueGetter: ({ data }) =>
          (data?.casters ?? [])
            .map((id) => streams.terminals.caster.get(id)?.name ?? '')
            .filter(Boolean)
            .join(t('kit.listComma')),
      },
    ],
    [t, streams],
  );
  return (
    <div className={s.root}>
      <CasterTabs shown="virtual" />
      <div className={s.view}>
        <EntityView<VirtualCaster>
          entity={virtualCasterEntity}
          columns={columns}
          tools={<TransferMenu kind="virtual_caster" filters={{ q: criteria.q }} />}
          create={t('caster.createVirtual')}
          empty={{ title: t('caster.noVirtualTitle'), hint: t('caster.noVirtualWhy') }}
          form={(row, close) => <VirtualCasterDialog row={row} onClose={close} />}
        />
      </div>
    </div>
  );
}
