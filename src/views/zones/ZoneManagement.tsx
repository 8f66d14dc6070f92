import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
} from '@fluentui/react-components';
import { MoreHorizontalRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../contract/entities/partition.ts';
import { usePermission } from '../app/AppContext.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';
import { BusyButton } from '../kit/BusyButton.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { Splitter } from '../kit/Splitter.tsx';
import { Toolbar } from '../kit/toolbar/Toolbar.tsx';
import { ZoneTree } from '../kit/tree/ZoneTree.tsx';
import { useCriteria } from '../kit/useCriteria.ts';
import { TransferMenu } from '../transfer/TransferMenu.tsx';
import { useZones } from './useZones.ts';
import { ZoneDialogs, type ZoneTask } from './ZoneDialogs.tsx';
import { ZoneHead } from './ZoneHead.tsx';
import { ZoneMembers } from './ZoneMembers.tsx';
import { canMove, isTop } from './zoneTree.ts';

const useStyles = makeStyles({
  area: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
});

/** What can be done to a zone; why not, where it cannot now. */
function useZoneCommands(zone: PartitionLive | undefined) {
  const { t } = useTranslation();
  const may = usePermission();
  const stale = useStaleReason();
  const why = (key: 'create_partition' | 'edit_partition' | 'delete_partition') =>
    may(key) ? stale : t('kit.noRight');
  const fixed = zone?.parent_id === null ? t('zones.topFixed') : undefined;
  return [
    { key: 'create', label: t('zones.create'), disabled: why('create_partition') },
    { key: 'edit', label: t('zones.rename'), disabled: why('edit_partition') },
    { key: 'password', label: t('zones.setPassword'), disabled: why('edit_partition') },
    { key: 'move', label: t('zones.move'), disabled: why('edit_partition') ?? fixed },
    { key: 'delete', label: t('common.delete'), disabled: why('delete_partition') ?? fixed },
  ] as const;
}

/** menu_client_management: the zone tree and what is done to it, and the terminals of the chosen zone, live. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const zones = useZones();
  const { criteria, change } = useCriteria();
  const [open, setOpen] = useState<ZoneTask | null>(null);
  const chosen = Number(criteria.filters.org);
  const zone = zones?.find(({ id }) => id === chosen) ?? zones?.find((one) => isTop(zones, one));
  const commands = useZoneCommands(zone);
  const mayMove = commands.some(({ key, disabled }) => key === 'edit' && disabled === undefined);

  const choose = (id: number | undefined) =>
    change({ filters: { org: id === undefined ? '' : String(id), sel: '' } });
  const press = (key: (typeof commands)[number]['key']) => {
    if (zone !== undefined) setOpen(key === 'move' ? { moved: zone, to: undefined } : key);
  };
  const drag = {
    canDrop: (moved: number, to: number) => zones !== undefined && canMove(zones, moved, to),
    onDrop: (id: number, to: number) => {
      const moved = zones?.find((one) => one.id === id);
      if (moved !== undefined) setOpen({ moved, to });
    },
  };
  const menu = (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="subtle"
          icon={<MoreHorizontalRegular />}
          aria-label={t('zones.actions')}
          title={t('zones.actions')}
        />
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {commands.map(({ key, label, disabled }) => (
            <MenuItem
              key={key}
              disabled={disabled !== undefined}
              {...(disabled === undefined ? {} : { title: disabled })}
              onClick={() => press(key)}
            >
              {label}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );

  return (
    <Splitter
      name="zone"
      left={
        <ZoneTree
          zones={zones ?? []}
          selected={zone?.id}
          onSelect={(id) => id !== undefined && choose(id)}
          {...(mayMove ? { drag } : {})}
          tools={menu}
          {...(zones === undefined
            ? {}
            : { empty: <EmptyState title={t('zones.noneTitle')} why={t('zones.noneWhy')} /> })}
        />
      }
    >
      {zone !== undefined && zones !== undefined && (
        <div className={s.area}>
          <ZoneHead zone={zone} zones={zones} />
          <Toolbar end={<TransferMenu kind="partition" />}>
            {commands.map(({ key, label, disabled }) => (
              <BusyButton
                key={key}
                size="small"
                appearance={key === 'create' ? 'primary' : 'secondary'}
                reason={disabled}
                opens
                onPress={async () => press(key)}
              >
                {label}
              </BusyButton>
            ))}
          </Toolbar>
          <ZoneMembers key={zone.id} zone={zone} zones={zones} />
        </div>
      )}
      {open !== null && zone !== undefined && zones !== undefined && (
        <ZoneDialogs open={open} zone={zone} zones={zones} onChoose={choose} onClose={() => setOpen(null)} />
      )}
    </Splitter>
  );
}
