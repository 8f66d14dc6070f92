import { Button, makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { TerminalRow } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { baseFilter } from '../../shared/terminals/deviceFilter.ts';
import { vh } from '../../theme/tokens.ts';
import { memberColumns } from './memberColumns.ts';

const useStyles = makeStyles({
  search: { marginBottom: '8px' },
  grid: { height: `min(420px, ${vh(50)})` },
});

/** Dialog that moves terminals of other zones into this one. */
export function AssignDialog(props: {
  zone: PartitionLive;
  onAssign: (rows: readonly TerminalRow[]) => Promise<unknown>;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const { zone, onAssign, onClose } = props;
  const [q, setText] = useState<string | undefined>();
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const handle = useGridHandle<TerminalRow>();
  const columns = useMemo(() => memberColumns(t, (id) => streams.zoneName(id)), [t, streams]);
  const source = useMemo(() => ({ live: streams.allTerminals.changes$ }), [streams]);
  const filter = useMemo(() => {
    const found = baseFilter({ q }, undefined);
    return (row: TerminalRow) => row.org !== zone.id && (found?.(row) ?? true);
  }, [q, zone.id]);
  return (
    <DialogFrame
      title={t('zones.assignTitle', { name: zone.name })}
      width={880}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton
            appearance="primary"
            reason={ids.size === 0 ? t('rules.selectDevice') : undefined}
            onPress={async () => {
              await onAssign([...ids].flatMap((id) => streams.allTerminals.get(id) ?? []));
              onClose();
            }}
          >
            {t('zones.assignItems', { items: ids.size })}
          </BusyButton>
        </>
      }
    >
      <div className={s.search}>
        <SearchField value={q} placeholder={t('devices.search')} onChange={setText} />
      </div>
      <div className={s.grid}>
        <DataGrid<TerminalRow>
          name="assign"
          label={t('zones.assignTitle', { name: zone.name })}
          columns={columns}
          source={source}
          handle={handle}
          selected={ids}
          onSelect={(chosen) => setIds(new Set(chosen))}
          filter={filter}
          empty={<EmptyState title={t('zones.noneToAssign')} hint={t('zones.noneToAssignWhy')} />}
        />
      </div>
    </DialogFrame>
  );
}
