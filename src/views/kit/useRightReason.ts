import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, type PermissionKey } from '../../../contract/permissions.ts';
import { usePermission, useUser } from '../app/AppContext.tsx';

/** Why the account may not do what needs one of these keys; undefined: it may. The server decides. */
export function useRightReason(): (needed: PermissionKey | readonly PermissionKey[]) => string | undefined {
  const { t } = useTranslation();
  const may = usePermission();
  const granted = useUser()?.role_permissions;
  return useCallback(
    (needed) => {
      if (may(needed)) return undefined;
      // Its role has the key, but its zones are not the whole site.
      return hasPermission(granted ?? [], needed) ? t('kit.wholeSiteOnly') : t('kit.noRight');
    },
    [t, may, granted],
  );
}
