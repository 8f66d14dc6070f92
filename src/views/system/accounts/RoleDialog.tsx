import { Button, makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type FirstRoleCode, firstRoles } from '../../../../contract/api/firstRoles.ts';
import { type PermissionKey, permissionKeys } from '../../../../contract/api/permissions.ts';
import { type Role, roleEntity } from '../../../../contract/entities/site/role.ts';
import { useUser } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { permissionText, presetKeys, withKeys } from '../../shared/accounts/permissionMatrix.ts';
import { PermissionMatrix } from './PermissionMatrix.tsx';

const useStyles = makeStyles({
  presets: { display: 'flex', alignItems: 'center', gap: '8px', marginBottom: '12px' },
});
const presets = Object.keys(firstRoles) as FirstRoleCode[];

/**
 * Dialog for name, code and keys of a role. `from`: the role to start with; `isCopy`: creates a copy of it.
 */
export function RoleDialog(props: {
  from: Role | null;
  isCopy: boolean;
  onSaved: () => unknown;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const user = useUser();
  const held = useMemo(() => new Set<string>(user?.role_permissions), [user]);
  const { from, isCopy } = props;
  const stored = from !== null && !isCopy ? from : null;
  const start = (from?.permissions ?? []) as PermissionKey[];
  const plain = (value: unknown) => String(value ?? '');
  const dialog = useEntityForm<z.output<typeof roleEntity.create>>({
    path: roleEntity.path,
    row: stored,
    fields: [
      { name: 'name', label: t('common.name'), text: plain },
      { name: 'code', label: t('roles.code'), text: plain },
      {
        name: 'permissions',
        label: t('roles.permissions'),
        text: (key) => permissionText(t, key as PermissionKey),
        isList: true,
      },
    ],
    onSaved: props.onSaved,
  });
  return (
    <FormDialog
      {...dialog}
      title={stored === null ? t('roles.createTitle') : t('roles.editTitle', { name: stored.name })}
      schema={roleEntity.create}
      defaults={{
        code: stored?.code ?? '',
        name: stored?.name ?? '',
        permissions: isCopy ? withKeys([], start, true, held) : start,
      }}
      onClose={props.onClose}
      submitLabel={t(stored === null ? 'common.create' : 'common.save')}
      width={960}
    >
      {({ control, watch, setValue }) => {
        const chosen = watch('permissions');
        const put = (keys: PermissionKey[]) => setValue('permissions', keys, { shouldDirty: true });
        const begin = (preset: FirstRoleCode) =>
          put(withKeys(withKeys(chosen, permissionKeys, false, held), presetKeys(preset), true, held));
        return (
          <>
            <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
            <TextField
              control={control}
              name="code"
              label={t('roles.code')}
              hint={t('roles.codeHint')}
              required
              maxLength={50}
            />
            {/* No Field here: it would give its id and label to every checkbox inside. */}
            <div className={s.presets}>
              <b>{t('roles.permissions')}</b>
              {t('roles.presets')}
              {presets.map((preset) => (
                <Button key={preset} size="small" onClick={() => begin(preset)}>
                  {t(`roles.preset.${preset}`)}
                </Button>
              ))}
            </div>
            <PermissionMatrix chosen={chosen} held={held} onChange={put} />
          </>
        );
      }}
    </FormDialog>
  );
}
