import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { hasPermission } from '../../../../contract/api/permissions.ts';
import { useApp } from '../../app/AppContext.tsx';
import type { Screen } from '../../app/screen.ts';
import { createTabs, type Tabs } from './tabs.ts';

/** Tabs of the account that is logged in: another account, also in place of a login that ended, has its own. */
export function useTabs(screens: readonly Screen[]): Tabs {
  const { session } = useApp();
  const account = useSelector(session, (state) => state.context.user?.id ?? 0);
  return useMemo(() => {
    const permissions = session.getSnapshot().context.user?.permissions ?? [];
    const home = screens.find((screen) => screen.path === 'menu_home_page');
    const mayOpen = home !== undefined && hasPermission(permissions, home.codes);
    return createTabs(sessionStorage, account, mayOpen ? home.path : null);
  }, [session, screens, account]);
}
