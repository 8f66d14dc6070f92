import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { SignalHour } from '../../../../contract/entities/terminals/signal.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { tokens } from '../../theme/tokens.ts';
import { signalStatus } from './signalView.ts';

const useStyles = makeStyles({
  root: { flexGrow: 1, minHeight: 0, overflow: 'auto' },
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& td, & th': {
      padding: '4px 12px 4px 0',
      textAlign: 'right',
      whiteSpace: 'nowrap',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& th': { fontWeight: tokens.fontWeightRegular, color: tokens.colorNeutralForeground3 },
    '& td:first-child, & th:first-child, & td:nth-child(2), & th:nth-child(2)': { textAlign: 'left' },
  },
});

/** Table of the chart's values, the newest hour first: average, maximum, minimum, count, report time. */
export function HourTable({ hours, timeZone }: { hours: readonly SignalHour[]; timeZone: string }) {
  const s = useStyles();
  const { t } = useTranslation();
  const heads = ['hour', 'strength', 'average', 'highest', 'lowest', 'count', 'reportTime'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={s.root} tabIndex={0} aria-label={t('signal.asTable')}>
      <table className={s.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`signal.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.toReversed().map((hour) => (
            <tr key={hour.at}>
              <td>{formatTimestamp(hour.at, '', timeZone).slice(0, 16)}</td>
              <td>
                <StatusChip status={signalStatus({ csq: Math.round(hour.avg) })} />
              </td>
              <td>{hour.avg}</td>
              <td>{hour.max}</td>
              <td>{hour.min}</td>
              <td>{hour.count}</td>
              <td>{formatTimestamp(hour.reported_at, '', timeZone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
