import { Button } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '../../../../contract/entities/site/account.ts';
import type { SessionRow } from '../../../../contract/entities/site/session.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { SessionTable } from '../../shared/accounts/SessionTable.tsx';

/** Refresh interval while the dialog is open, ms. */
const everyMs = 5_000;

/** Lists the logins of an account. Ending one closes its open sockets at once. */
export function LoginsDialog(props: { row: Account; onChanged: () => unknown; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const queries = useQueryClient();
  const [refused, setRefused] = useState<string | null>(null);
  const path = `/v1/user/${props.row.id}/session`;
  const { data, error } = useQuery({
    queryKey: ['session', props.row.id],
    queryFn: () => api.get<SessionRow[]>(path, undefined, { quiet: true }),
    refetchInterval: everyMs,
  });
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
      {data !== undefined && data.length > 0 && <SessionTable rows={data} reason={noRight} onEnd={end} />}
      {(refused ?? error?.message) !== undefined && (
        <FormError title={t('accounts.sessionRefused')} text={refused ?? error?.message ?? ''} />
      )}
    </DialogFrame>
  );
}
