import { Speaker2Regular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import { useApp } from '../../app/AppContext.tsx';
import { nameColumn, statusColumn } from '../../kit/grid/columns.ts';
import { DataGrid } from '../../kit/grid/DataGrid.tsx';
import { useGridHandle } from '../../kit/grid/handle.ts';
import { EmptyState, NoMatch } from '../../kit/layout/EmptyState.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { statusOf } from '../terminals/deviceStatus.ts';
import { usePanelStyles } from './panelStyles.ts';

/**
 * Picker of single terminals, live: search, then Ctrl+A or the checkbox in the header selects all that are
 * shown.
 */
export function TerminalPicker(props: {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  zoneName: (id: number) => string;
}) {
  const s = usePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const { chosen, onChange, zoneName } = props;
  const [q, setQ] = useState('');
  const handle = useGridHandle<DeviceLive>();
  const columns = useMemo(
    () => [
      statusColumn<DeviceLive>('state', t('common.status'), statusOf, t, 'device'),
      nameColumn<DeviceLive>('name', t('common.name'), { flex: 3, minWidth: 120 }),
      nameColumn<DeviceLive>('org', t('task.zone'), {
        flex: 2,
        minWidth: 90,
        valueGetter: ({ data }) => (data === undefined || data.org === null ? '' : zoneName(data.org)),
      }),
    ],
    [t, zoneName],
  );
  const source = useMemo(() => ({ live: streams.device.changes$ }), [streams]);
  const selected = useMemo(() => new Set(chosen), [chosen]);
  const filter = useMemo(() => {
    const word = q.trim().toLocaleLowerCase();
    return (row: DeviceLive) =>
      row.role === 0 &&
      (word === '' ||
        [row.name, row.code, row.dev_name2, row.client_ip, row.org === null ? '' : zoneName(row.org)].some(
          (text) => text.toLocaleLowerCase().includes(word),
        ));
  }, [q, zoneName]);
  return (
    <>
      <div className={s.bar}>
        <SearchField
          value={q}
          placeholder={t('task.searchTerminals')}
          onChange={(text) => setQ(text ?? '')}
        />
        <span className={s.rest} />
        <span>{t('task.terminalsChosen', { terminals: chosen.length })}</span>
      </div>
      <div className={s.fill}>
        <DataGrid<DeviceLive>
          name="pick-device"
          label={t('task.terminals')}
          columns={columns}
          source={source}
          handle={handle}
          sort="name"
          selected={selected}
          onSelect={onChange}
          filter={filter}
          onOpen={(row) =>
            onChange(selected.has(row.id) ? chosen.filter((id) => id !== row.id) : [...chosen, row.id])
          }
          empty={
            q === '' ? (
              <EmptyState
                icon={<Speaker2Regular />}
                title={t('task.noTerminalsTitle')}
                hint={t('task.noTerminalsWhy')}
              />
            ) : (
              <NoMatch
                title={t('task.noTerminalsMatch')}
                filters={[{ key: 'q', text: `“${q}”` }]}
                onDrop={() => setQ('')}
                onClear={() => setQ('')}
              />
            )
          }
        />
      </div>
    </>
  );
}
