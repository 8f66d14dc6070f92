import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { usePermission } from '../app/AppContext.tsx';
import { vw } from '../theme/tokens.ts';
import { FaultList } from './FaultList.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Headline } from './Headline.tsx';
import { KindCounts } from './KindCounts.tsx';
import { LinkQuality } from './LinkQuality.tsx';
import { NextRuns } from './NextRuns.tsx';
import { OnAirTable } from './OnAirTable.tsx';
import { RecentlyEnded } from './RecentlyEnded.tsx';
import { UpgradeNow } from './UpgradeNow.tsx';
import { ZoneBars } from './ZoneBars.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '24px',
    minHeight: '100%',
    padding: '16px',
    boxSizing: 'border-box',
  },
  row: {
    display: 'grid',
    columnGap: '16px',
    rowGap: '24px',
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '@media (min-width: 2200px)': { columnGap: '32px' },
  },
  now: { gridTemplateColumns: `minmax(0, 1fr) clamp(320px, ${vw(27)}, 640px)` },
  // Charts by zone fill the remaining height.
  compared: {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    flexGrow: 1,
    alignContent: 'start',
    '@media (min-width: 2200px)': {
      alignContent: 'stretch',
      gridTemplateColumns: 'minmax(0, 4fr) minmax(0, 4fr) minmax(0, 4fr) minmax(0, 3fr)',
    },
  },
  withUpgrade: {
    '@media (min-width: 2200px)': { gridTemplateColumns: 'repeat(4, minmax(0, 4fr)) minmax(0, 3fr)' },
  },
});

/**
 * menu_home_page: running broadcasts, faults, terminals by state and zone, link quality, next runs and ended
 * ones.
 */
export function Component() {
  const s = useStyles();
  const may = usePermission();
  const seesTasks = may(['menu_real_time_task', 'list_task']);
  const seesDevices = may('list_device');
  const seesUpgrades = may('list_upgrade');
  const seesZones = seesDevices && may('list_partition');
  return (
    <div className={s.root}>
      <Headline seesTasks={seesTasks} seesDevices={seesDevices} />
      <FirstSteps />
      <KindCounts />
      <div className={mergeClasses(s.row, seesTasks && s.now)}>
        {seesTasks && <OnAirTable />}
        <FaultList />
      </div>
      <div className={mergeClasses(s.row, s.compared, seesUpgrades && s.withUpgrade)}>
        {seesZones && <ZoneBars />}
        {seesTasks && <NextRuns />}
        {seesZones && <LinkQuality />}
        {seesUpgrades && <UpgradeNow />}
        {seesTasks && <RecentlyEnded />}
      </div>
    </div>
  );
}
