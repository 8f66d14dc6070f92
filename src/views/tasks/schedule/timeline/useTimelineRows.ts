import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../../contract/entities/site/partition.ts';
import { useOpenZones } from '../../../kit/tree/useOpenZones.ts';
import { subtree, visibleNodes, type Zone } from '../../../kit/tree/zones.ts';
import { scaleNow } from '../../../theme/scale.ts';
import type { TimelineZone } from './TimelineRow.tsx';
import { ROW_HEIGHT } from './timelineStyles.ts';
import { EVERYWHERE, type Piece, piecesOf, runsByZone, type TimedRun } from './zoneRuns.ts';

/** Height of the controls above and below the rows, px. */
const around = 300;
/** Number of rows visible in a window of this height. */
const rowsWithin = (height: number) => Math.floor((height - around) / ROW_HEIGHT);
const noRuns: readonly TimedRun[] = [];

/** Expanded zones of the timeline, row by row, with their runs, computed when a zone becomes visible. */
export function useTimelineRows(runs: readonly TimedRun[], zones: readonly PartitionLive[]) {
  const { t } = useTranslation();
  // Live counts give new zones all the time; only another tree sorts the runs again.
  const shape = JSON.stringify(zones.map(({ id, parent_id, name }) => [id, parent_id, name]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the zones
  const tree = useMemo(() => zones, [shape]);
  const { open, toggle } = useOpenZones(tree, undefined, rowsWithin(window.innerHeight / scaleNow()));
  const byZone = useMemo(() => runsByZone(runs, tree), [runs, tree]);
  const rows = useMemo<TimelineZone[]>(() => {
    const nodes = visibleNodes(zones, open, '');
    const roots = nodes.filter((node) => node.level === 1);
    const terminalsOf = (zone: Zone) => zone.online + zone.offline + zone.behind_relay;
    const terminals = (list: typeof nodes) => list.reduce((sum, { zone }) => sum + terminalsOf(zone), 0);
    // A single root would show the same, unless terminals have no zone.
    const isNeeded = roots.length !== 1 || runs.some((run) => run.org.length === 0);
    const everywhere: TimelineZone[] = [
      {
        id: EVERYWHERE,
        name: t('schedule.everywhere'),
        level: 1,
        terminals: terminals(roots),
        hasChildren: false,
        isOpen: false,
      },
    ];
    return [
      ...(isNeeded ? everywhere : []),
      ...nodes.map(({ zone, level, hasChildren, isOpen }) => ({
        id: zone.id,
        name: zone.name,
        level,
        terminals: terminalsOf(zone),
        hasChildren,
        isOpen,
      })),
    ];
  }, [zones, open, runs, t]);
  const pieces = useMemo(() => {
    const known = new Map<number, readonly Piece[]>();
    return (zone: number): readonly Piece[] => {
      let list = known.get(zone);
      if (list === undefined) {
        const within = zone === EVERYWHERE ? null : subtree(tree, zone);
        list = piecesOf(byZone.get(zone) ?? noRuns, within);
        known.set(zone, list);
      }
      return list;
    };
  }, [byZone, tree]);
  return { rows, pieces, toggle };
}
