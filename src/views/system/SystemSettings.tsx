import { Button, makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import type { SystemConfig } from '../../../contract/entities/systemConfig.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { Integrations } from '../integrations/Integrations.tsx';
import { EmptyState } from '../kit/EmptyState.tsx';
import { LinkTabs } from '../kit/LinkTabs.tsx';
import { LoadingRows } from '../kit/LoadingRows.tsx';
import { SettingsForm } from './SettingsForm.tsx';

const path = '/v1/sys/config';
const useStyles = makeStyles({
  root: { height: '100%', minHeight: 0 },
  tabbed: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  body: { flexGrow: 1, minHeight: 0 },
});

/** system: the settings of the site, and its connections to other systems as a second tab. */
export function Component() {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const asked = new URLSearchParams(useLocation().search).get('tab');
  if (!may('list_integration')) return <Settings />;
  const shown = asked === 'integrations' ? 'integrations' : 'settings';
  return (
    <div className={s.tabbed}>
      <LinkTabs
        label={t('menu.system')}
        shown={shown}
        tabs={[
          { key: 'settings', label: t('menu.system'), to: '/system' },
          { key: 'integrations', label: t('integration.title'), to: '/system?tab=integrations' },
        ]}
      />
      <div className={s.body}>{shown === 'integrations' ? <Integrations /> : <Settings />}</div>
    </div>
  );
}

/** What holds for the whole site (spec 3: system config). What has no effect is not here (design 11). */
function Settings() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const may = usePermission();
  const queries = useQueryClient();
  const stored = useQuery({
    queryKey: ['sys', 'config'],
    queryFn: () => api.get<SystemConfig>(path, undefined, { quiet: true }),
    // Nobody's typing is replaced by what another has saved meanwhile; saving sends only what was changed.
    refetchOnReconnect: false,
  });
  if (stored.data === undefined)
    return stored.error === null ? (
      <LoadingRows />
    ) : (
      <EmptyState
        title={t('system.unknown')}
        why={stored.error.message}
        actions={<Button onClick={() => void stored.refetch()}>{t('common.retry')}</Button>}
      />
    );
  return (
    <div className={s.root}>
      <SettingsForm
        stored={stored.data}
        reason={may('edit_sys_config') ? undefined : t('kit.noRight')}
        onSave={async (changed) => {
          const now = await api.patch<SystemConfig>(path, changed, { quiet: true });
          queries.setQueryData(['sys', 'config'], now);
          return now;
        }}
      />
    </div>
  );
}
