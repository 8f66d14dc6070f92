import { makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SessionRow } from '../../../contract/entities/session.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { BusyButton } from '../kit/BusyButton.tsx';
import { Hidden } from '../kit/Hidden.tsx';
import { tokens } from '../theme/tokens.ts';
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
    '& td:last-child': { textAlign: 'right' },
  },
  current: { color: tokens.colorNeutralForeground3 },
});

/** One's own logins; any but this one can be ended. */
export function Sessions() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['profile', 'session'],
    queryFn: () => api.get<SessionRow[]>('/v1/profile/session'),
  });
  const time = (at: number) => formatTimestamp(at, t('common.none'), clock.timeZone());
  const end = async (id: number) => {
    await api.delete(`/v1/profile/session/${id}`);
    await queries.invalidateQueries({ queryKey: ['profile', 'session'] });
  };
  return (
    <table className={s.table}>
      <thead>
        <tr>
          <th>{t('profile.browser')}</th>
          <th>{t('profile.address')}</th>
          <th>{t('profile.loggedInAt')}</th>
          <th>{t('profile.lastSeenAt')}</th>
          <th>
            <Hidden>{t('profile.endLogin')}</Hidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {(data ?? []).map((row) => (
          <tr key={row.id}>
            <td title={row.user_agent}>{browserName(row.user_agent) ?? t('common.unknown')}</td>
            <td>{row.client_ip}</td>
            <td>{time(row.created_at)}</td>
            <td>{time(row.last_seen_at)}</td>
            <td>
              {row.current ? (
                <span className={s.current}>{t('profile.thisLogin')}</span>
              ) : (
                <BusyButton size="small" operation={`session.${row.id}`} onPress={() => end(row.id)}>
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
