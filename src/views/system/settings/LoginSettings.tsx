import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SystemConfig } from '../../../../contract/entities/site/systemConfig.ts';
import { NumberField, SwitchField } from '../../kit/form/fields.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Settings of logins, passwords, and data that is readable without a login. */
export function LoginSettings({ control }: { control: Control<SystemConfig, unknown, SystemConfig> }) {
  const { t } = useTranslation();
  return (
    <>
      <SettingsSection title={t('system.login')}>
        <SwitchField
          control={control}
          name="url_login"
          label={t('system.urlLogin')}
          hint={t('system.urlLoginHint')}
        />
        <SwitchField
          control={control}
          name="password_strength"
          label={t('system.passwordStrength')}
          hint={t('system.passwordStrengthHint')}
        />
        <NumberField
          control={control}
          name="logins_per_account"
          label={t('system.loginsPerAccount')}
          hint={t('system.loginsPerAccountHint')}
          min={0}
          max={1_000}
        />
        <NumberField
          control={control}
          name="idle_minutes"
          label={t('system.idleMinutes')}
          hint={t('system.idleMinutesHint')}
          min={0}
          max={1_440}
        />
        <SwitchField
          control={control}
          name="https_only"
          label={t('system.httpsOnly')}
          hint={t('system.httpsOnlyHint')}
        />
      </SettingsSection>
      <SettingsSection title={t('system.openPages')} hint={t('system.openPagesHint')}>
        <SwitchField
          control={control}
          name="metrics_open"
          label={t('system.metricsOpen')}
          hint={t('system.metricsOpenHint')}
        />
        <SwitchField
          control={control}
          name="docs_open"
          label={t('system.docsOpen')}
          hint={t('system.docsOpenHint')}
        />
      </SettingsSection>
    </>
  );
}
