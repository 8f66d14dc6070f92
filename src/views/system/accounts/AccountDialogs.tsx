import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  type Account,
  accountEntity,
  passwordResetForm,
} from '../../../../contract/entities/site/account.ts';
import { useApp, useBrand } from '../../app/AppContext.tsx';
import { useRoleName } from '../../app/useRoleName.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { useZones } from '../../shared/zones/useZones.ts';
import { AccountFields, NewPasswordFields } from './AccountFields.tsx';
import { createForm, editForm } from './accountForms.ts';
import { useRoles } from './useRoles.ts';

const quiet = { quiet: true };
/** Default: the account has to change a password that somebody else has set. */
const firstPassword = { password: '', confirmPassword: '', must_change_password: true };

interface Props {
  onSaved: () => unknown;
  onClose: () => void;
}

/** Dialog for a new account with its first password. */
export function CreateAccount(props: Props & { onCreated: (account: Account) => void }) {
  const { t } = useTranslation();
  const { crud } = useApp();
  const { passwordStrength } = useBrand();
  const schema = useMemo(() => createForm(passwordStrength), [passwordStrength]);
  return (
    <FormDialog
      title={t('accounts.createTitle')}
      schema={schema}
      defaults={{ code: '', name: '', id_card: '', groups: [], all_zones: false, ...firstPassword }}
      onSubmit={async ({ confirmPassword: _, ...body }) => {
        props.onCreated(await crud(accountEntity).create({ ...body, disabled: false }, quiet));
        await props.onSaved();
      }}
      saved="elsewhere"
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

/** Dialog for account, name, role and zones. */
export function EditAccount(props: Props & { row: Account }) {
  const { t } = useTranslation();
  const roles = useRoles();
  const roleName = useRoleName();
  const zones = useZones();
  const { code, name, id_card_masked, role_id, groups, all_zones } = props.row;
  const plain = (value: unknown) => String(value ?? '');
  const dialog = useEntityForm<z.output<typeof editForm>>({
    path: accountEntity.path,
    row: props.row,
    // The stored number is not known here: unless another one was typed, it stays.
    body: ({ id_card, ...values }, base) =>
      id_card === (base?.id_card_masked ?? id_card_masked) ? values : { ...values, id_card },
    fields: [
      { name: 'code', label: t('login.account'), text: plain },
      { name: 'name', label: t('common.name'), text: plain },
      {
        name: 'role_id',
        label: t('profile.role'),
        text(id) {
          const role = roles.find((one) => one.id === id);
          return role === undefined ? plain(id) : roleName(role.name);
        },
      },
      {
        name: 'groups',
        label: t('profile.zones'),
        text: (id) => zones?.find((zone) => zone.id === id)?.name ?? plain(id),
        isList: true,
      },
      {
        name: 'all_zones',
        label: t('profile.allZones'),
        text: (value) => t(value === true ? 'common.yes' : 'common.no'),
      },
    ],
    onSaved: props.onSaved,
  });
  return (
    <FormDialog
      {...dialog}
      title={t('accounts.editTitle', { name: props.row.name })}
      schema={editForm}
      defaults={{ code, name, id_card: id_card_masked, role_id, groups, all_zones }}
      onClose={props.onClose}
      width={560}
    >
      {(form) => <AccountFields form={form as never} role={Number(dialog.base?.role_id)} />}
    </FormDialog>
  );
}

/** Dialog for a new password of another account; all its logins end. */
export function ResetPassword(props: Props & { row: Account }) {
  const { t } = useTranslation();
  const { api } = useApp();
  const { passwordStrength } = useBrand();
  const schema = useMemo(() => passwordResetForm(passwordStrength), [passwordStrength]);
  return (
    <FormDialog
      title={t('accounts.passwordTitle', { name: props.row.name })}
      schema={schema}
      defaults={firstPassword}
      onSubmit={async (values) => {
        await api.post(`/v1/user/${props.row.id}/password`, values, quiet);
        await props.onSaved();
      }}
      onClose={props.onClose}
      submitLabel={t('accounts.password')}
      saved={() => t('accounts.passwordDone', { name: props.row.name })}
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
