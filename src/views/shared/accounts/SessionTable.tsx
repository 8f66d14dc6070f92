import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { SessionRow } from '../../../../contract/entities/site/session.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { tokens } from '../../theme/tokens.ts';
import { browserName } from './browserName.ts';

const useStyles = makeStyles({
  table: {
    width: '100%',
    borderCollapse: 'collapse',
    '& th': {
      height: '32px',
      textAlign: 'left',
      fontWeight: tokens.fontWeightRegular,
      fontSize: tokens.fontSizeBase200,
      color: tokens.colorNeutralForeground3,
      backgroundColor: tokens.colorNeutralBackground2,
      padding: '0 8px',
    },
    '& td': { height: '32px', padding: '0 8px', borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
    '& th:last-child, & td:last-child': { textAlign: 'right' },
  },
  current: { color: tokens.colorNeutralForeground3 },
  gone: { textDecorationLine: 'line-through' },
});

const idOf = ({ id }: SessionRow) => id;

/**
 * Logins of an account with address and time; any but the current one can be ended. Ended ones keep their
 * places while somebody is at the list, so that the second press of a double click does not end the next one.
 */
export function SessionTable(props: {
  rows: readonly SessionRow[];
  /** Reason why logins cannot be ended. */
  reason?: string | undefined;
  onEnd: (id: number) => Promise<unknown>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const held = useHeldRows(props.rows, idOf);
  const time = (at: number) => formatTimestamp(at, t('common.none'), clock.timeZone());
  return (
    <table className={s.table}>
      <thead>
        <tr>
          <th>{t('profile.browser')}</th>
          <th>{t('profile.address')}</th>
          <th>{t('profile.loggedInAt')}</th>
          <th>{t('profile.lastSeenAt')}</th>
          <th>{t('kit.actions')}</th>
        </tr>
      </thead>
      <tbody {...held.props}>
        {held.rows.map(({ row, isGone }) => (
          <tr key={row.id} className={isGone ? s.gone : undefined}>
            <td title={row.user_agent}>{browserName(row.user_agent) ?? t('common.unknown')}</td>
            <td>{row.client_ip}</td>
            <td>{time(row.created_at)}</td>
            <td>{time(row.last_seen_at)}</td>
            <td>
              {isGone ? null : row.current ? (
                <span className={s.current}>{t('profile.thisLogin')}</span>
              ) : (
                <BusyButton
                  size="small"
                  always
                  operation={`session.${row.id}`}
                  reason={props.reason}
                  onPress={() => props.onEnd(row.id)}
                >
                  {t('profile.endLogin')}
                </BusyButton>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
