import { useTranslation } from 'react-i18next';
import { usePermission, useScreen } from '../../app/AppContext.tsx';
import { LinkTabs } from '../../kit/layout/LinkTabs.tsx';

/** Tabs for the list of scheduled tasks, the timeline, and the plans, each shown with its right. */
export function ScheduleTabs(props: { shown: 'tasks' | 'timeline' | 'plans' }) {
  const { t } = useTranslation();
  const may = usePermission();
  const [tasks, plans] = [useScreen('menu_task_management'), useScreen('menu_plan')];
  const tabs = [
    ...(tasks !== undefined && may(tasks.codes)
      ? [
          { key: 'tasks', label: t('menu.menu_task_management'), to: '/menu_task_management' },
          { key: 'timeline', label: t('schedule.timeline'), to: '/menu_task_management?view=timeline' },
        ]
      : []),
    ...(plans !== undefined && may(plans.codes)
      ? [{ key: 'plans', label: t('menu.menu_plan'), to: '/menu_plan' }]
      : []),
  ];
  return <LinkTabs label={t('schedule.tabs')} shown={props.shown} tabs={tabs} />;
}
