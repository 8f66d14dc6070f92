import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type ReactNode, useMemo, useState } from 'react';
import { map, of } from 'rxjs';
import type { UpgradeProgress } from '../../streams/upgrade.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { usePreference } from '../kit/preferences/PreferencesContext.tsx';
import { vw } from '../theme/tokens.ts';
import { ArrangePanels } from './ArrangePanels.tsx';
import {
  type Arrangement,
  arrangementKey,
  columnsFor,
  lastSpan,
  type PanelKey,
  panelKeys,
  readArrangement,
} from './arrangement.ts';
import { FaultList } from './FaultList.tsx';
import { FirstSteps } from './firstRun/FirstSteps.tsx';
import { Headline } from './Headline.tsx';
import { KindCounts } from './KindCounts.tsx';
import { LinkQuality } from './LinkQuality.tsx';
import { NextRuns } from './NextRuns.tsx';
import { OnAirTable } from './OnAirTable.tsx';
import { RecentlyEnded } from './RecentlyEnded.tsx';
import { ServerLoad } from './ServerLoad.tsx';
import { UpgradeNow } from './UpgradeNow.tsx';
import { ZoneBars } from './ZoneBars.tsx';
import { ZoneDay } from './ZoneDay.tsx';

/** A window in which the whole page fits: long panels scroll inside. Elsewhere the page scrolls. */
const roomy = '@media (min-width: 1001px) and (min-height: 640px)';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    minHeight: '100%',
    padding: '12px 16px 16px',
    boxSizing: 'border-box',
    // The list of first steps is too high to leave room for the rest.
    [roomy]: {
      height: '100%',
      ':has([data-testid="first-steps"])': { height: 'auto' },
      ':has([data-testid="first-steps"]) > :last-child': { gridAutoRows: 'minmax(180px, 1fr)' },
    },
  },
  top: { display: 'flex', flexDirection: 'column', gap: '4px', flexShrink: 0 },
  row: {
    display: 'grid',
    columnGap: '16px',
    rowGap: '16px',
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '@media (min-width: 2200px)': { columnGap: '32px' },
  },
  now: {
    gridTemplateColumns: `minmax(0, 1fr) clamp(320px, ${vw(27)}, 640px)`,
    [roomy]: { flexShrink: 1, minHeight: '120px', maxHeight: '44%', gridAutoRows: 'minmax(0, 1fr)' },
  },
  only: { gridTemplateColumns: 'minmax(0, 1fr)' },
  panels: {
    flexGrow: 1,
    '& > *': { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
    '& > * > section': { flexGrow: 1 },
    [roomy]: { flexBasis: 0, minHeight: '120px', gridAutoRows: 'minmax(0, 1fr)' },
    '@media (max-width: 1000px)': { '& > *': { gridColumn: 'auto !important' } },
  },
  one: { gridTemplateColumns: 'minmax(0, 1fr)' },
  two: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  three: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
});

const none: UpgradeProgress[] = [];
const widths = ['one', 'one', 'two', 'three'] as const;

/**
 * menu_home_page: running broadcasts and faults, and below them panels that each account arranges: terminals by
 * zone now and over 24 hours, next runs, link quality, ended runs and upgrades.
 */
export function Component() {
  const s = useStyles();
  const may = usePermission();
  const [stored, store] = usePreference(arrangementKey);
  const [changed, setChanged] = useState<Arrangement | null>(null);
  const shown = changed ?? readArrangement(stored);
  const { streams } = useApp();
  const seesUpgrades = may('list_upgrade');
  const upgrades$ = useMemo(
    () => (seesUpgrades ? streams.upgrades$.pipe(map((all) => all ?? none)) : of(none)),
    [streams, seesUpgrades],
  );
  const seesTasks = may(['menu_real_time_task', 'list_task']);
  const seesDevices = may('list_device');
  const seesZones = seesDevices && may('list_partition');
  // Without an upgrade its panel would be a hole.
  const hasUpgrade = useObservable(upgrades$, none).length > 0;
  const all: Record<PanelKey, ReactNode> = {
    zones: seesZones && <ZoneBars />,
    day: seesZones && <ZoneDay />,
    next: seesTasks && <NextRuns />,
    link: seesZones && <LinkQuality />,
    recent: seesTasks && <RecentlyEnded />,
    upgrade: hasUpgrade && <UpgradeNow />,
  };
  const possible = panelKeys.filter((key) => all[key] !== false);
  // While the arrangement is being read no panel moves.
  const panels = stored === undefined ? [] : shown.filter((key) => possible.includes(key));
  return (
    <div className={s.root}>
      <div className={s.top}>
        <Headline seesTasks={seesTasks} seesDevices={seesDevices}>
          <ServerLoad />
          {possible.length > 0 && (
            <ArrangePanels
              shown={shown}
              possible={possible}
              onChange={(next) => {
                setChanged(next);
                store(next);
              }}
            />
          )}
        </Headline>
        <KindCounts />
      </div>
      <FirstSteps />
      <div className={mergeClasses(s.row, seesTasks ? s.now : s.only)}>
        {seesTasks && <OnAirTable />}
        <FaultList />
      </div>
      <div className={mergeClasses(s.row, s[widths[columnsFor(panels.length)] ?? 'three'], s.panels)}>
        {panels.map((key, i) => (
          <div
            key={key}
            style={i === panels.length - 1 ? { gridColumn: `span ${lastSpan(panels.length)}` } : undefined}
          >
            {all[key]}
          </div>
        ))}
      </div>
    </div>
  );
}
