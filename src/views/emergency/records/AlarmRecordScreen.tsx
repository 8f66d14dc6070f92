import { useTranslation } from 'react-i18next';
import { usePermission } from '../../app/AppContext.tsx';
import { TabbedScreen } from '../../kit/layout/TabbedScreen.tsx';
import { Faults } from '../../shared/faults/Faults.tsx';
import { AlarmRecords } from './AlarmRecords.tsx';

/** menu_alarm_record: past alarms, with the faults as second tab; each shown with its right. */
export function Component() {
  const { t } = useTranslation();
  const may = usePermission();
  return (
    <TabbedScreen
      label={t('alarmRecord.tabs')}
      path="/menu_alarm_record"
      tabs={[
        {
          key: 'records',
          label: t('menu.menu_alarm_record'),
          may: may('list_alarm_record'),
          view: <AlarmRecords />,
        },
        { key: 'faults', label: t('faults.title'), may: may('list_fault'), view: <Faults /> },
      ]}
    />
  );
}
