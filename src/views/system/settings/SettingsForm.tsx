import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { retentionRange } from '../../../../contract/constants.ts';
import {
  type SystemConfig,
  type SystemConfigPatch,
  systemConfig,
  weightNames,
} from '../../../../contract/entities/site/systemConfig.ts';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { FormError } from '../../kit/form/FormError.tsx';
import { NumberField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { formResolver } from '../../kit/form/formResolver.ts';
import { SubmitButton } from '../../kit/form/SubmitButton.tsx';
import { useServerForm } from '../../kit/form/useServerForm.ts';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { LicenceSettings } from './LicenceSettings.tsx';
import { LoginSettings } from './LoginSettings.tsx';
import { TitleSettings } from './LookSettings.tsx';
import { PlaySettings, VoiceMixSettings } from './PlaySettings.tsx';
import { RemoteSettings } from './RemoteSettings.tsx';
import { SettingsFoot, SettingsSection } from './SettingsSection.tsx';
import { UpgradeKeys } from './UpgradeKeys.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  body: {
    flexGrow: 1,
    minHeight: 0,
    overflowY: 'auto',
    padding: '16px 24px',
    boxSizing: 'border-box',
  },
  // Sections of different heights in as many columns as there is room for.
  columns: { columnWidth: '400px', columnGap: '48px', maxWidth: '1600px' },
  weights: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '16px' },
});

const resolver = formResolver<SystemConfig, SystemConfig>(
  systemConfig as unknown as z.ZodType<SystemConfig, SystemConfig>,
);

/** Returns the settings that differ from the stored ones, as the server accepts them. */
export function changedSettings(stored: SystemConfig, values: SystemConfig): SystemConfigPatch {
  // Lists are new objects at each read.
  const differs = (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b);
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => differs(stored[name as keyof SystemConfig], value)),
  );
}

/** Form with the sections of settings. `reason`: why it is read-only. */
export function SettingsForm(props: {
  stored: SystemConfig;
  reason: string | undefined;
  /** Resolves with the settings as they are stored; null: the user has cancelled. */
  onSave: (changed: SystemConfigPatch) => Promise<SystemConfig | null>;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const messages = useMessages();
  const stale = useStaleReason();
  const { stored, onSave } = props;
  const { form, refused, submit } = useServerForm<SystemConfig, SystemConfig>(
    { resolver, defaultValues: stored, disabled: props.reason !== undefined },
    async (values) => {
      const now = await onSave(changedSettings(stored, values));
      if (now === null) return;
      form.reset(now);
      messages.add('done', t('system.saved'));
    },
  );
  const { control, formState, reset } = form;
  const reason = props.reason ?? stale;
  const days = { min: retentionRange.min, max: retentionRange.max };
  return (
    <form
      className={s.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t('menu.system')}
    >
      <div className={s.body}>
        <div className={s.columns}>
          <LoginSettings control={control} />
          <TitleSettings control={control} />
          <SettingsSection title={t('system.site')}>
            <TextField
              control={control}
              name="enterprise_code"
              label={t('system.enterpriseCode')}
              hint={t('system.enterpriseCodeHint')}
              maxLength={50}
            />
          </SettingsSection>
          <SettingsSection title={t('system.cloudControl')} hint={t('system.cloudControlHint')}>
            <SwitchField control={control} name="cloud_control" label={t('system.cloudControlOn')} />
          </SettingsSection>
          <SettingsSection title={t('system.alarms')} hint={t('system.alarmOfflineHint')}>
            <NumberField
              control={control}
              name="alarm_alone_minutes"
              label={t('system.alarmOffline')}
              min={1}
              max={240}
            />
          </SettingsSection>
          <LicenceSettings control={control} />
          <PlaySettings control={control} />
          <VoiceMixSettings control={control} />
          <RemoteSettings control={control} />
          <SettingsSection title={t('system.weights')} hint={t('system.weightsHint')}>
            <div className={s.weights}>
              {weightNames.map((name) => (
                <NumberField
                  key={name}
                  control={control}
                  name={name}
                  label={t(`codes.taskWeight.${name}`)}
                  min={0}
                  max={999}
                />
              ))}
            </div>
          </SettingsSection>
          <UpgradeKeys control={control} />
          <SettingsSection title={t('system.retention')} hint={t('system.retentionHint')}>
            <NumberField control={control} name="log_retention_days" label={t('system.logDays')} {...days} />
            <NumberField
              control={control}
              name="task_log_retention_days"
              label={t('system.taskLogDays')}
              {...days}
            />
            <NumberField
              control={control}
              name="record_retention_days"
              label={t('system.recordDays')}
              {...days}
            />
            <NumberField
              control={control}
              name="upgrade_log_retention_days"
              label={t('system.upgradeDays')}
              {...days}
            />
          </SettingsSection>
        </div>
      </div>
      <SettingsFoot
        note={reason ?? (formState.isDirty ? t('system.unsaved') : t('system.allSaved'))}
        onReset={formState.isDirty ? () => reset(stored) : undefined}
      >
        {refused !== null && <FormError title={t('kit.notSaved')} text={refused} />}
        <SubmitButton busy={formState.isSubmitting} disabled={!formState.isDirty || reason !== undefined}>
          {t('common.save')}
        </SubmitButton>
      </SettingsFoot>
    </form>
  );
}
