import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TaskLevels } from '../../../contract/entities/site/history.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { useApp } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { Hidden } from '../kit/layout/Hidden.tsx';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { useHeldRows } from '../kit/rows/useHeldRows.ts';
import { usePlaybacks } from '../shared/playback/usePlaybacks.ts';
import { phoneScreen } from '../theme/phone.ts';
import { tokens } from '../theme/tokens.ts';
import { OnAirRow } from './OnAirRow.tsx';
import { Section } from './Section.tsx';
import { useLevelHistory } from './useLevelHistory.ts';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    '& th': {
      height: '24px',
      padding: '0 12px 0 0',
      textAlign: 'left',
      fontWeight: tokens.fontWeightRegular,
      fontSize: tokens.fontSizeBase200,
      color: tokens.colorNeutralForeground3,
    },
    // On a phone time and level have no room; the list of tasks has both.
    [phoneScreen]: { '& tr > :nth-child(3), & tr > :nth-child(4)': { display: 'none' } },
  },
  name: { width: '32%', [phoneScreen]: { width: 'auto' } },
  sounding: { width: '20%', [phoneScreen]: { width: '36%' } },
  time: { width: '19%' },
  tools: { width: '88px', [phoneScreen]: { width: '104px' } },
  none: { padding: '16px 0', color: tokens.colorNeutralForeground3 },
});

const none: readonly BroadcastLive[] = [];
const idOf = ({ id }: BroadcastLive) => id;

/**
 * Running broadcasts: sounding targets, elapsed and remaining time, level of the last minute, pause and stop.
 */
export function OnAirTable() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const list = useObservable<BroadcastLive[] | null>(streams.onAir$, null);
  const held = useHeldRows(list ?? none, idOf);
  const history = useLevelHistory(streams.task, () =>
    api.get<TaskLevels[]>('/v1/task/level', undefined, { quiet: true }),
  );
  const playbacks = usePlaybacks();
  return (
    <Section
      title={t('shell.onAirTitle')}
      end={
        <ScreenLink screen="menu_task_status" without="nothing">
          {t('menu.menu_task_status')}
        </ScreenLink>
      }
    >
      {list === null && <LoadingRows rows={3} />}
      {list !== null && held.rows.length === 0 && <div className={s.none}>{t('home.nothingWhy')}</div>}
      {held.rows.length > 0 && (
        <table className={s.table}>
          <thead>
            <tr>
              <th className={s.name}>{t('home.broadcast')}</th>
              <th className={s.sounding}>{t('home.soundingOf')}</th>
              <th className={s.time}>{t('home.elapsedLeft')}</th>
              <th>{t('home.level')}</th>
              <th className={s.tools}>
                <Hidden>{t('home.control')}</Hidden>
              </th>
            </tr>
          </thead>
          <tbody {...held.props}>
            {held.rows.map(({ row, isGone }) => (
              <OnAirRow
                key={row.id}
                task={row}
                levels={history(row.id)}
                isGone={isGone}
                playbacks={playbacks}
              />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  );
}
