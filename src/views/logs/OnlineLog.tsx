import { useTranslation } from 'react-i18next';
import { usePermission } from '../app/AppContext.tsx';
import { TabbedScreen } from '../kit/layout/TabbedScreen.tsx';
import { AuditLog } from './AuditLog.tsx';
import { RunLog } from './RunLog.tsx';

/** menu_online_log: the run log, with the audit log as second tab; each shown with its right. */
export function Component() {
  const { t } = useTranslation();
  const may = usePermission();
  return (
    <TabbedScreen
      label={t('logs.tabs')}
      path="/menu_online_log"
      tabs={[
        { key: 'run', label: t('logs.run'), may: may('list_online_log'), view: <RunLog /> },
        { key: 'audit', label: t('logs.audit'), may: may('list_audit_log'), view: <AuditLog /> },
      ]}
    />
  );
}
