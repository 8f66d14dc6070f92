import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBrand, useUser } from '../../app/AppContext.tsx';
import { PasswordField, SelectField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { ZonesField } from '../../shared/accounts/ZonesField.tsx';
import { rolesToGive } from './accountRules.ts';
import { useRoles } from './useRoles.ts';

/** Fields common to creating and changing an account. */
export interface AccountInput {
  code: string;
  name: string;
  id_card: string;
  role_id: unknown;
  groups?: unknown;
  all_zones?: boolean | undefined;
}

/** Fields for account, name, role and zones. `role`: the present role of the account. */
export function AccountFields(props: { form: UseFormReturn<never, unknown, never>; role?: number }) {
  const { t } = useTranslation();
  const held = useUser()?.role_permissions ?? [];
  const roles = useRoles();
  const form = props.form as unknown as UseFormReturn<AccountInput, unknown, never>;
  const given = rolesToGive(roles, held, props.role);
  return (
    <>
      <TextField
        control={form.control}
        name="code"
        label={t('login.account')}
        hint={t('accounts.codeHint')}
        required
        maxLength={50}
        autoComplete="off"
      />
      <TextField control={form.control} name="name" label={t('common.name')} required maxLength={50} />
      <TextField
        control={form.control}
        name="id_card"
        label={t('accounts.idCard')}
        hint={t('accounts.idCardHint')}
        maxLength={18}
        autoComplete="off"
      />
      <SelectField
        control={form.control}
        name="role_id"
        label={t('profile.role')}
        required
        options={given.map((role) => ({ value: role.id, label: role.name }))}
        {...(given.length < roles.length ? { hint: t('accounts.rolesBeyond') } : {})}
      />
      <ZonesField form={form} />
    </>
  );
}

/** Fields for a password and its confirmation, checked by the password rule of this site. */
export function NewPasswordFields(props: { form: UseFormReturn<never, unknown, never> }) {
  const { t } = useTranslation();
  const { passwordStrength } = useBrand();
  const form = props.form as unknown as UseFormReturn<
    { password: string; confirmPassword: string; must_change_password: boolean },
    unknown,
    never
  >;
  return (
    <>
      <PasswordField
        control={form.control}
        name="password"
        label={t('login.password')}
        hint={t(passwordStrength ? 'profile.ruleStrong' : 'profile.ruleSpecial')}
        autoComplete="new-password"
        required
      />
      <PasswordField
        control={form.control}
        name="confirmPassword"
        label={t('zones.confirmPassword')}
        autoComplete="new-password"
        required
      />
      <SwitchField
        control={form.control}
        name="must_change_password"
        label={t('accounts.mustChange')}
        hint={t('accounts.mustChangeHint')}
      />
    </>
  );
}
