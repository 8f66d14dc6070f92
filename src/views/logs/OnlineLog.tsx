import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { usePermission } from '../app/AppContext.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { LinkTabs } from '../kit/LinkTabs.tsx';
import { AuditLog } from './AuditLog.tsx';
import { RunLog } from './RunLog.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  body: { flexGrow: 1, minHeight: 0 },
});

/** menu_online_log: the run log, and the audit log as its second tab; each for whoever may see it. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const asked = new URLSearchParams(useLocation().search).get('tab') ?? 'run';
  const tabs = [
    ...(may('list_online_log') ? [{ key: 'run', label: t('logs.run'), to: '/menu_online_log' }] : []),
    ...(may('list_audit_log')
      ? [{ key: 'audit', label: t('logs.audit'), to: '/menu_online_log?tab=audit' }]
      : []),
  ];
  const shown = (tabs.find(({ key }) => key === asked) ?? tabs[0])?.key;
  return (
    <div className={s.root}>
      <LinkTabs label={t('logs.tabs')} shown={shown ?? ''} tabs={tabs} />
      <div className={s.body}>
        {shown === undefined && <EmptyState title={t('logs.noneSeen')} why={t('logs.noneSeenWhy')} />}
        {shown === 'run' && <RunLog />}
        {shown === 'audit' && <AuditLog />}
      </div>
    </div>
  );
}
