import { Button, Switch } from '@fluentui/react-components';
import { AddRegular, OrganizationRegular } from '@fluentui/react-icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import { terminalKindNames } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { TerminalRow } from '../../../streams/kind.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { NextSteps } from '../../kit/action/NextSteps.tsx';
import { type BatchShown, useBatch } from '../../kit/action/useBatch.ts';
import { LiveList } from '../../kit/list/LiveList.tsx';
import { useListState } from '../../kit/list/useListState.ts';
import { subtree } from '../../kit/tree/zones.ts';
import { useOfferTargets } from '../../shared/talk/ChosenTargets.tsx';
import { baseFilter } from '../../shared/terminals/deviceFilter.ts';
import { terminalCalls } from '../../shared/terminals/terminalCalls.ts';
import { ZoneDialog } from '../../shared/zones/ZoneDialog.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { memberColumns } from './memberColumns.ts';

/** Terminals of a zone, live, with or without those of its descendants; terminals can be moved in and out. */
export function ZoneMembers(props: {
  zone: PartitionLive;
  zones: readonly PartitionLive[];
  /** Outcome of the last batch with zones. */
  outcome?: BatchShown;
  /** Name of the zone, if it was just created. */
  made?: string;
  /** Called when the line about its creation is closed. */
  onSeen?: () => void;
}) {
  const { zone, zones } = props;
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const may = usePermission();
  const list = useListState<TerminalRow>('name');
  const { criteria, selection } = list;
  const batch = useBatch(
    useMemo(() => terminalCalls(crud, (id) => streams.allTerminals.get(id)?.kind), [crud, streams]),
    selection.clear,
  );
  // Speech targets sound terminals.
  const loud = [...selection.ids].filter((id) => streams.device.get(id) !== undefined);
  useOfferTargets(loud.length > 0 ? { devices: loud } : null);
  const [open, setOpen] = useState<'assign' | { moved: readonly TerminalRow[] } | null>(null);
  const { q } = criteria;
  const isDeep = criteria.filters.deep !== '0';

  const columns = useMemo(() => memberColumns(t, (id) => streams.zoneName(id)), [t, streams]);
  // Live counts update the zones twice a second; the zones below the selected one seldom change.
  const within = isDeep ? [...subtree(zones, zone.id)].join() : String(zone.id);
  const filter = useMemo(() => baseFilter({ q }, new Set(within.split(',').map(Number))), [q, within]);

  const mayEdit = terminalKindNames.some((kind) => may(entityPermission('edit', kind)));
  const noRight = mayEdit ? undefined : t('kit.noRight');
  const putInto = (rows: readonly TerminalRow[], org: number) =>
    batch.run(t('devices.toZone'), 'zone', rows, { org });
  const chosen = () => [...selection.ids].flatMap((id) => streams.allTerminals.get(id) ?? []);

  return (
    <>
      <LiveList<TerminalRow>
        list={list}
        name="member"
        label={t('zones.members')}
        columns={columns}
        rows={streams.allTerminals}
        filter={filter}
        search={t('devices.search')}
        actions={() => [
          {
            key: 'zone',
            label: t('zones.moveMembers'),
            icon: <OrganizationRegular />,
            disabled: noRight,
            opens: true,
            onPress: async () => setOpen({ moved: chosen() }),
          },
        ]}
        outcome={batch.shown ?? props.outcome}
        done={
          props.made !== undefined && (
            <NextSteps
              text={t('kit.made', { name: props.made })}
              steps={[
                {
                  key: 'assign',
                  label: t('zones.assign'),
                  reason: noRight,
                  onPress: async () => setOpen('assign'),
                },
              ]}
              onClose={() => props.onSeen?.()}
            />
          )
        }
        empty={{
          icon: <OrganizationRegular />,
          title: t('zones.emptyTitle'),
          hint: t('zones.emptyWhy'),
          actions: noRight === undefined && (
            <Button appearance="primary" onClick={() => setOpen('assign')}>
              {t('zones.assign')}
            </Button>
          ),
        }}
        notes={<span>{t('devices.updates')}</span>}
      >
        <Switch
          checked={isDeep}
          label={t('zones.withBelow')}
          onChange={(_, data) => list.put({ deep: data.checked ? '' : '0' })}
        />
        <BusyButton
          size="small"
          icon={<AddRegular />}
          reason={noRight}
          opens
          onPress={async () => setOpen('assign')}
        >
          {t('zones.assign')}
        </BusyButton>
      </LiveList>
      {open === 'assign' && (
        <AssignDialog zone={zone} onAssign={(rows) => putInto(rows, zone.id)} onClose={() => setOpen(null)} />
      )}
      {open !== null && open !== 'assign' && (
        <ZoneDialog
          title={t('devices.zoneTitle', { count: open.moved.length })}
          label={t('zones.zone')}
          submitLabel={t('devices.putIntoZone')}
          zones={zones}
          value={undefined}
          onSubmit={(org) => putInto(open.moved, org)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}
