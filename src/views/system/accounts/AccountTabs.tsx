import { useTranslation } from 'react-i18next';
import { usePermission, useScreen } from '../../app/AppContext.tsx';
import { LinkTabs } from '../../kit/layout/LinkTabs.tsx';

/** Tabs for accounts and roles, each shown with the right to open it. */
export function AccountTabs(props: { shown: 'menu_user_management' | 'menu_role_management' }) {
  const { t } = useTranslation();
  const may = usePermission();
  const screens = [useScreen('menu_user_management'), useScreen('menu_role_management')];
  const tabs = screens.flatMap((screen) =>
    screen !== undefined && may(screen.codes)
      ? [{ key: screen.path, label: t(`menu.${screen.path}`), to: `/${screen.path}` }]
      : [],
  );
  return <LinkTabs label={t('accounts.tabs')} shown={props.shown} tabs={tabs} />;
}
