import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { hasPermission, type PermissionKey } from '../../../contract/api/permissions.ts';
import { usePermission, useUser } from '../app/AppContext.tsx';

/** Reason why the account lacks the right of these keys; undefined: it has it. The server decides. */
export function useRightReason(): (needed: PermissionKey | readonly PermissionKey[]) => string | undefined {
  const { t } = useTranslation();
  const may = usePermission();
  const granted = useUser()?.role_permissions;
  return useCallback(
    (needed) => {
      if (may(needed)) return undefined;
      // The role has the key, but the zones of the account are not the whole site.
      return hasPermission(granted ?? [], needed) ? t('kit.wholeSiteOnly') : t('kit.noRight');
    },
    [t, may, granted],
  );
}
