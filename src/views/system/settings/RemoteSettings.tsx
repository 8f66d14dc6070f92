import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SystemConfig } from '../../../../contract/entities/site/systemConfig.ts';
import { NumberField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Remote management and the advanced configuration: initial values of the actions on terminals. */
export function RemoteSettings({ control }: { control: Control<SystemConfig, unknown, SystemConfig> }) {
  const { t } = useTranslation();
  return (
    <>
      <SettingsSection title={t('system.remote')} hint={t('system.remoteHint')}>
        <TextField control={control} name="remote_server" label={t('administration.host')} maxLength={100} />
        <NumberField
          control={control}
          name="remote_port"
          label={t('administration.port')}
          min={0}
          max={65_535}
        />
      </SettingsSection>
      <SettingsSection title={t('system.advanced')}>
        <TextField
          control={control}
          name="buffalo_backend"
          label={t('system.buffaloBackend')}
          hint={t('system.buffaloBackendHint')}
          maxLength={200}
        />
        <TextField
          control={control}
          name="http_backend"
          label={t('system.httpBackend')}
          hint={t('system.httpBackendHint')}
          maxLength={200}
        />
        <SwitchField
          control={control}
          name="force_buffalo"
          label={t('system.forceBuffalo')}
          hint={t('system.forceBuffaloHint')}
        />
      </SettingsSection>
    </>
  );
}
