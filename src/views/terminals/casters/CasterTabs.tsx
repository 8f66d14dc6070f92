import { useTranslation } from 'react-i18next';
import { usePermission } from '../../app/AppContext.tsx';
import { LinkTabs } from '../../kit/layout/LinkTabs.tsx';

export type CasterTab = 'casters' | 'virtual' | 'status' | 'groups';

/** Tabs for casters, virtual casters, their status and their groups. */
export function CasterTabs({ shown }: { shown: CasterTab }) {
  const { t } = useTranslation();
  const tabs = [
    { key: 'casters', label: t('caster.tab.casters'), to: '/menu_caster_management' },
    { key: 'virtual', label: t('caster.tab.virtual'), to: '/menu_caster_management?tab=virtual' },
    { key: 'status', label: t('caster.tab.status'), to: '/menu_caster_status' },
    ...(usePermission()('list_caster_group')
      ? [{ key: 'groups', label: t('caster.tab.groups'), to: '/menu_caster_group' }]
      : []),
  ];
  return <LinkTabs label={t('caster.tabs')} shown={shown} tabs={tabs} />;
}
