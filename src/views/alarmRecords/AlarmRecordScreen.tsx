import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { usePermission } from '../app/AppContext.tsx';
import { Faults } from '../faults/Faults.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { LinkTabs } from '../kit/LinkTabs.tsx';
import { AlarmRecords } from './AlarmRecords.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  body: { flexGrow: 1, minHeight: 0 },
});

/** menu_alarm_record: what alarms there were, and the faults as its second tab; each for whoever may see it. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const asked = new URLSearchParams(useLocation().search).get('tab') ?? 'records';
  const tabs = [
    ...(may('list_alarm_record')
      ? [{ key: 'records', label: t('menu.menu_alarm_record'), to: '/menu_alarm_record' }]
      : []),
    ...(may('list_fault')
      ? [{ key: 'faults', label: t('faults.title'), to: '/menu_alarm_record?tab=faults' }]
      : []),
  ];
  const shown = (tabs.find(({ key }) => key === asked) ?? tabs[0])?.key;
  return (
    <div className={s.root}>
      <LinkTabs label={t('alarmRecord.tabs')} shown={shown ?? ''} tabs={tabs} />
      <div className={s.body}>
        {shown === undefined && <EmptyState title={t('logs.noneSeen')} why={t('logs.noneSeenWhy')} />}
        {shown === 'records' && <AlarmRecords />}
        {shown === 'faults' && <Faults />}
      </div>
    </div>
  );
}
