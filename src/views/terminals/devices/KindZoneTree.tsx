import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/site/partition.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { ZoneTree } from '../../kit/tree/ZoneTree.tsx';
import { useZoneFaults } from '../../shared/faults/useZoneFaults.ts';
import { useKindZones } from './useKindZones.ts';

/** Zone tree beside the grid of one kind; its live counts render the tree alone. */
export function KindZoneTree(props: {
  kind: TerminalKind;
  zones: readonly PartitionLive[] | undefined;
  selected: number | undefined;
  onSelect: (id: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const { kind, zones, ...tree } = props;
  const counted = useKindZones(kind, zones);
  const faults = useZoneFaults(zones);
  return (
    <ZoneTree
      zones={counted ?? []}
      faults={faults}
      {...tree}
      {...(zones === undefined
        ? {}
        : { empty: <EmptyState title={t('zones.noneTitle')} hint={t('zones.noneWhy')} /> })}
    />
  );
}
