import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Account, accountEntity, passwordResetForm } from '../../../contract/entities/account.ts';
import { errorCode } from '../../../contract/errors.ts';
import { ApiError } from '../../api/error.ts';
import { useApp, useBrand } from '../app/AppContext.tsx';
import { useRoleName } from '../app/useRoleName.ts';
import { FormDialog } from '../kit/form/FormDialog.tsx';
import { FormError } from '../kit/form/FormError.tsx';
import { useMessages } from '../kit/MessagesContext.tsx';
import { AccountFields, NewPasswordFields } from './AccountFields.tsx';
import { createForm, editForm } from './accountForms.ts';
import { mergeTheirs, type Shared } from './accountRules.ts';

const quiet = { quiet: true };

interface Props {
  onSaved: () => unknown;
  onClose: () => void;
}

/** A new account, with its first password. */
export function CreateAccount(props: Props) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { passwordStrength } = useBrand();
  const schema = useMemo(() => createForm(passwordStrength), [passwordStrength]);
  return (
    <FormDialog
      title={t('accounts.createTitle')}
      schema={schema}
      defaults={{ code: '', name: '', groups: [], all_zones: false, password: '', confirmPassword: '' }}
      onSubmit={async ({ confirmPassword: _, ...body }) => {
        await crud(accountEntity).create({ ...body, disabled: false }, quiet);
        await props.onSaved();
      }}
      onClose={props.onClose}
      submitLabel={t('common.create')}
      width={560}
    >
      {(form) => (
        <>
          <AccountFields form={form as never} />
          <NewPasswordFields form={form as never} />
        </>
      )}
    </FormDialog>
  );
}

/** Account, name, role and zones. Whoever saves second is told what the first one changed, and keeps their own. */
export function EditAccount(props: Props & { row: Account }) {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const { crud } = useApp();
  const [base, setBase] = useState(props.row);
  const [theirs, setTheirs] = useState<string | null>(null);
  const accounts = crud(accountEntity);
  const word = {
    code: t('login.account'),
    name: t('common.name'),
    role_id: t('profile.role'),
    groups: t('profile.zones'),
    all_zones: t('profile.allZones'),
  } as const satisfies Record<keyof Shared, string>;

  const save = async (values: Shared, put: (merged: Shared) => void) => {
    try {
      await accounts.patch(base.id, { ...values, rev: base.rev } as typeof values, quiet);
      await props.onSaved();
    } catch (error) {
      if (error instanceof ApiError && error.code === errorCode.conflict) {
        const now = await accounts.get(base.id, quiet);
        if (now.rev !== base.rev) {
          const { merged, theirs: changed } = mergeTheirs(base, values, now);
          const text = (field: keyof Shared) =>
            field === 'groups' || field === 'all_zones'
              ? word[field]
              : t('kit.filterFace', {
                  label: word[field],
                  value: field === 'role_id' ? roleName(now.role_name) : now[field],
                });
          put(merged);
          setBase(now);
          setTheirs(t('accounts.theirs', { fields: changed.map(text).join(t('kit.listComma')) }));
        }
      }
      throw error;
    }
  };
  const { code, name, role_id, groups, all_zones } = props.row;
  let put: (merged: Shared) => void = () => undefined;
  return (
    <FormDialog
      title={t('accounts.editTitle', { name: props.row.name })}
      schema={editForm}
      defaults={{ code, name, role_id, groups, all_zones }}
      onSubmit={(values) => save(values, put)}
      onClose={props.onClose}
      width={560}
    >
      {(form) => {
        put = (merged) => {
          for (const [field, value] of Object.entries(merged))
            if (field in word) form.setValue(field as keyof Shared, value as never);
        };
        return (
          <>
            <AccountFields form={form as never} role={base.role_id} />
            {theirs !== null && <FormError title={t('accounts.theirsTitle')} text={theirs} />}
          </>
        );
      }}
    </FormDialog>
  );
}

/** A new password for somebody else; all its logins end. */
export function ResetPassword(props: Props & { row: Account }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const { passwordStrength } = useBrand();
  const schema = useMemo(() => passwordResetForm(passwordStrength), [passwordStrength]);
  return (
    <FormDialog
      title={t('accounts.passwordTitle', { name: props.row.name })}
      schema={schema}
      defaults={{ password: '', confirmPassword: '' }}
      onSubmit={async (values) => {
        await api.post(`/v1/user/${props.row.id}/password`, values, quiet);
        messages.add('done', t('accounts.passwordDone', { name: props.row.name }));
        await props.onSaved();
      }}
      onClose={props.onClose}
      submitLabel={t('accounts.password')}
    >
      {(form) => (
        <>
          <p>{t('accounts.passwordWhy')}</p>
          <NewPasswordFields form={form as never} />
        </>
      )}
    </FormDialog>
  );
}
