import { Button, makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../contract/entities/account.ts';
import type { SessionRow } from '../../../contract/entities/session.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useApp, usePermission, useSiteClock } from '../app/AppContext.tsx';
import { BusyButton } from '../kit/BusyButton.tsx';
import { DialogFrame } from '../kit/DialogFrame.tsx';
import { FormError } from '../kit/form/FormError.tsx';
import { browserName } from '../profile/browserName.ts';
import { tokens } from '../theme/tokens.ts';

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
});

/** How often the logins are looked at while the dialog is open, ms. */
const everyMs = 5_000;

/** The logins of an account: each can be ended, which ends what it has open at once (design 9). */
export function LoginsDialog(props: { row: Account; onChanged: () => unknown; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const clock = useSiteClock();
  const queries = useQueryClient();
  const [refused, setRefused] = useState<string | null>(null);
  const path = `/v1/user/${props.row.id}/session`;
  const { data, error } = useQuery({
    queryKey: ['session', props.row.id],
    queryFn: () => api.get<SessionRow[]>(path, undefined, { quiet: true }),
    refetchInterval: everyMs,
  });
  const time = (at: number) => formatTimestamp(at, t('common.none'), clock.timeZone());
  const end = async (id: number) => {
    setRefused(null);
    try {
      await api.delete(`${path}/${id}`, undefined, { quiet: true });
    } catch (failure) {
      setRefused((failure as Error).message);
    }
    await queries.invalidateQueries({ queryKey: ['session', props.row.id] });
    await props.onChanged();
  };
  const noRight = may('delete_session') ? undefined : t('kit.noRight');
  return (
    <DialogFrame
      title={t('accounts.sessionsTitle', { name: props.row.name })}
      onClose={props.onClose}
      width={800}
      actions={<Button onClick={props.onClose}>{t('common.close')}</Button>}
    >
      {data?.length === 0 && <p>{t('accounts.noSessions')}</p>}
      {data !== undefined && data.length > 0 && (
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
          <tbody>
            {data.map((row) => (
              <tr key={row.id}>
                <td title={row.user_agent}>{browserName(row.user_agent) ?? t('common.unknown')}</td>
                <td>{row.client_ip}</td>
                <td>{time(row.created_at)}</td>
                <td>{time(row.last_seen_at)}</td>
                <td>
                  <BusyButton
                    size="small"
                    operation={`session.${row.id}`}
                    reason={noRight ?? (row.current ? t('profile.thisLogin') : undefined)}
                    onPress={() => end(row.id)}
                  >
                    {t('profile.endLogin')}
                  </BusyButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(refused ?? error?.message) !== undefined && (
        <FormError title={t('accounts.sessionRefused')} text={refused ?? error?.message ?? ''} />
      )}
    </DialogFrame>
  );
}
