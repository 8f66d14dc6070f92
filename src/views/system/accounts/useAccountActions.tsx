import {
  CheckmarkCircleRegular,
  DeleteRegular,
  EditRegular,
  KeyResetRegular,
  PersonKeyRegular,
  PersonProhibitedRegular,
} from '@fluentui/react-icons';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, accountEntity } from '../../../../contract/entities/site/account.ts';
import { useApp, useUser } from '../../app/AppContext.tsx';
import { ConfirmDelete } from '../../kit/action/ConfirmDelete.tsx';
import { type Done, NextSteps } from '../../kit/action/NextSteps.tsx';
import { useBatch } from '../../kit/action/useBatch.ts';
import { useCopy } from '../../kit/action/useCopy.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { CreateAccount, EditAccount, ResetPassword } from './AccountDialogs.tsx';
import { type AccountAction, refusalOf } from './accountRules.ts';
import { LoginsDialog } from './LoginsDialog.tsx';
import { useRoles } from './useRoles.ts';

type Open = { kind: 'create' | 'edit' | 'password' | 'sessions' | 'delete'; rows: readonly Account[] };

const icons: Record<AccountAction, ReactElement> = {
  edit: <EditRegular />,
  enable: <CheckmarkCircleRegular />,
  disable: <PersonProhibitedRegular />,
  password: <KeyResetRegular />,
  sessions: <PersonKeyRegular />,
  delete: <DeleteRegular />,
};

/**
 * Provides the actions on accounts, and the reasons why one is disabled. `onChanged` fetches the page again.
 */
export function useAccountActions(onChanged: () => unknown) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const me = useUser();
  const roles = useRoles();
  const messages = useMessages();
  const batch = useBatch(crud(accountEntity), onChanged);
  const [open, setOpen] = useState<Open | null>(null);
  const [made, setMade] = useState<Account | null>(null);
  const copy = useCopy();
  const close = () => setOpen(null);
  const create = () => setOpen({ kind: 'create', rows: [] });

  /** Says what the new account can do, and what usually follows. */
  const doneOf = ({ name, code }: Account): Done => ({
    text: t('accounts.made', { name, account: code }),
    steps: [
      {
        key: 'address',
        label: t('accounts.copyLogin'),
        leads: true,
        onPress: () => copy(new URL('/login', window.location.href).href),
      },
      { key: 'another', label: t('accounts.another'), leads: true, onPress: async () => create() },
    ],
  });

  const reason = (action: AccountAction, rows: readonly Account[]) => {
    const refusal = me === null ? 'noRight' : refusalOf(action, rows, me, roles);
    if (refusal === null) return undefined;
    return refusal === 'noRight' || refusal === 'onlyOne'
      ? t(`kit.${refusal}`)
      : t(`accounts.why.${refusal}`);
  };
  const press = (action: AccountAction, rows: readonly Account[]) => {
    if (action !== 'enable' && action !== 'disable') {
      setOpen({ kind: action, rows });
      return undefined;
    }
    return batch
      .run(t(`accounts.action.${action}`), action, rows)
      .catch((error: Error) => messages.add('error', error.message));
  };
  const actionsFor = (rows: readonly Account[]): BatchAction[] =>
    (['edit', 'enable', 'disable', 'password', 'sessions', 'delete'] as const).map((key) => ({
      key,
      label: t(`accounts.action.${key}`),
      icon: icons[key],
      disabled: reason(key, rows),
      opens: key !== 'enable' && key !== 'disable',
      reads: key === 'sessions',
      onPress: () => press(key, rows),
    }));

  const dialogFor = ({ kind, rows }: Open): ReactNode => {
    const saved = { onSaved: onChanged, onClose: close };
    const [row] = rows;
    if (kind === 'create')
      return (
        <CreateAccount
          {...saved}
          onCreated={(account) => {
            batch.shown?.onClose();
            setMade(account);
          }}
        />
      );
    if (row === undefined) return null;
    if (kind === 'edit') return <EditAccount {...saved} row={row} />;
    if (kind === 'password') return <ResetPassword {...saved} row={row} />;
    if (kind === 'sessions') return <LoginsDialog row={row} onChanged={onChanged} onClose={close} />;
    return (
      <ConfirmDelete
        title={t('accounts.deleteTitle', { accounts: rows.length })}
        consequence={t('accounts.deleteWhy')}
        items={rows.map(({ id, name, code }) => ({ key: id, name, detail: code }))}
        confirmLabel={t('accounts.deleteConfirm', { accounts: rows.length })}
        onConfirm={() => batch.run(t('common.delete'), 'delete', rows)}
        onClose={close}
      />
    );
  };
  return {
    actionsFor,
    create,
    done: made && <NextSteps {...doneOf(made)} onClose={() => setMade(null)} />,
    /** Opens the form of an account, if it may be changed. */
    edit: (row: Account) => {
      if (reason('edit', [row]) === undefined) setOpen({ kind: 'edit', rows: [row] });
    },
    outcome: batch.shown,
    dialog: open === null ? null : dialogFor(open),
  };
}
