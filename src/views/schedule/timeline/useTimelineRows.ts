import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PartitionLive } from '../../../../contract/entities/partition.ts';
import { useOpenZones } from '../../kit/tree/useOpenZones.ts';
import { subtree, visibleNodes } from '../../kit/tree/zones.ts';
import { scaleNow } from '../../theme/scale.ts';
import type { TimelineZone } from './TimelineRow.tsx';
import { ROW_HEIGHT } from './timelineStyles.ts';
import { EVERYWHERE, type Piece, piecesOf, runsByZone, type TimedRun } from './zoneRuns.ts';

/** What stands above and below the rows of the timeline, px. */
const around = 300;
/** Rows that a window of this height shows at once. */
const roomFor = (height: number) => Math.floor((height - around) / ROW_HEIGHT);
const noRuns: readonly TimedRun[] = [];

/** The zones that are open in the timeline, row by row, and what sounds in each; worked out for a zone when it is seen. */
export function useTimelineRows(runs: readonly TimedRun[], zones: readonly PartitionLive[]) {
  const { t } = useTranslation();
  // Live counts give new zones all the time; only another tree is a reason to sort the runs anew.
  const shape = JSON.stringify(zones.map(({ id, parent_id, name }) => [id, parent_id, name]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the shape stands for the zones
  const tree = useMemo(() => zones, [shape]);
  const { open, toggle } = useOpenZones(tree, undefined, roomFor(window.innerHeight / scaleNow()));
  const byZone = useMemo(() => runsByZone(runs, tree), [runs, tree]);
  const rows = useMemo<TimelineZone[]>(() => {
    const nodes = visibleNodes(zones, open, '');
    const roots = nodes.filter((node) => node.level === 1);
    const terminals = (list: typeof nodes) =>
      list.reduce((sum, { zone }) => sum + zone.online + zone.offline, 0);
    // A single zone above all says the same, unless terminals stand in no zone.
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
        terminals: zone.online + zone.offline,
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
