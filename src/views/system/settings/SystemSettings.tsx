import { Button, makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SystemConfig } from '../../../../contract/entities/site/systemConfig.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { TabbedScreen } from '../../kit/layout/TabbedScreen.tsx';
import { useRightReason } from '../../kit/useRightReason.ts';
import { Backups } from '../backup/Backups.tsx';
import { Integrations } from '../integrations/Integrations.tsx';
import { Relays } from '../relays/Relays.tsx';
import { Standby } from '../standby/Standby.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { SitePictures } from './SitePictures.tsx';
import { TtsAuthorization } from './TtsAuthorization.tsx';
import { useConfirmHttpsOnly } from './useConfirmHttpsOnly.tsx';

const path = '/v1/sys/config';
const useStyles = makeStyles({
  root: { height: '100%', minHeight: 0 },
});

/** system: settings of the site, with the connections to other systems as second tab. */
export function Component() {
  const { t } = useTranslation();
  const may = usePermission();
  return (
    <TabbedScreen
      label={t('menu.system')}
      path="/system"
      tabs={[
        { key: 'settings', label: t('panel.system_center'), may: true, view: <Settings /> },
        {
          key: 'tts',
          label: t('xtts.onlineAuthorization'),
          may: may('list_tts_license'),
          view: <TtsAuthorization />,
        },
        { key: 'look', label: t('system.look'), may: true, view: <SitePictures /> },
        {
          key: 'integrations',
          label: t('integration.title'),
          may: may('list_integration'),
          view: <Integrations />,
        },
        { key: 'backups', label: t('backup.title'), may: may('edit_sys_config'), view: <Backups /> },
        { key: 'standby', label: t('standby.title'), may: may('edit_sys_config'), view: <Standby /> },
        { key: 'relays', label: t('relay.title'), may: may('edit_sys_config'), view: <Relays /> },
      ]}
    />
  );
}

/** Settings of the whole site; those without an effect are not shown. */
function Settings() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const rightReason = useRightReason();
  const queries = useQueryClient();
  const httpsOnly = useConfirmHttpsOnly();
  const stored = useQuery({
    queryKey: ['sys', 'config'],
    queryFn: () => api.get<SystemConfig>(path, undefined, { quiet: true }),
    // Input is not overwritten by what another person has saved meanwhile; saving sends only changed
    // settings.
    refetchOnReconnect: false,
  });
  if (stored.data === undefined)
    return stored.error === null ? (
      <LoadingRows />
    ) : (
      <EmptyState
        title={t('system.unknown')}
        hint={stored.error.message}
        actions={<Button onClick={() => void stored.refetch()}>{t('common.retry')}</Button>}
      />
    );
  return (
    <div className={s.root}>
      <SettingsForm
        stored={stored.data}
        reason={rightReason('edit_sys_config')}
        onSave={async (changed) => {
          if (changed.https_only === true && !(await httpsOnly.confirm())) return null;
          const now = await api.patch<SystemConfig>(path, changed, { quiet: true });
          queries.setQueryData(['sys', 'config'], now);
          return now;
        }}
      />
      {httpsOnly.question}
    </div>
  );
}
