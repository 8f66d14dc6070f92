import { makeStyles } from '@fluentui/react-components';
import { usePermission } from '../app/AppContext.tsx';
import { FaultList } from './FaultList.tsx';
import { Headline } from './Headline.tsx';
import { OnAirTable } from './OnAirTable.tsx';
import { ZoneBars } from './ZoneBars.tsx';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) clamp(320px, 27vw, 640px)',
    gridTemplateRows: 'max-content max-content',
    columnGap: '16px',
    rowGap: '24px',
    padding: '16px',
    boxSizing: 'border-box',
    '@media (min-width: 2200px)': {
      gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 4fr) minmax(0, 2fr)',
      columnGap: '32px',
      padding: '24px 32px',
    },
    '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  head: { gridColumn: '1 / -1' },
  // On a wide screen the faults stand at the right edge, where they are looked for.
  faults: { minWidth: 0, '@media (min-width: 2200px)': { order: 1 } },
});

/** Home: what is on the air, terminals by state and zone, faults (screens: menu_home_page). Only what topics give. */
export function Component() {
  const s = useStyles();
  const may = usePermission();
  const seesTasks = may(['menu_real_time_task', 'list_task']);
  const seesDevices = may('list_device');
  return (
    <div className={s.root}>
      <div className={s.head}>
        <Headline seesTasks={seesTasks} seesDevices={seesDevices} />
      </div>
      {seesTasks && <OnAirTable />}
      <div className={s.faults}>
        <FaultList />
      </div>
      {seesDevices && may('list_partition') && <ZoneBars />}
    </div>
  );
}
