import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeValues, resumePolicy } from '../../../../contract/codes.ts';
import type { SystemConfig } from '../../../../contract/entities/site/systemConfig.ts';
import { NumberField, SelectField, SwitchField } from '../../kit/form/fields.tsx';
import { ChimeField, TaskVolumeField } from '../../shared/startTask/TaskFields.tsx';
import { SettingsSection } from './SettingsSection.tsx';

/** Playback defaults of tasks. */
export function PlaySettings({ control }: { control: Control<SystemConfig, unknown, SystemConfig> }) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('system.play')} hint={t('system.playHint')}>
      <TaskVolumeField control={control} name="play_volume" label={t('common.volume')} />
      <ChimeField control={control} name="play_chime_before" label={t('schedule.chimeBefore')} />
      <ChimeField control={control} name="play_chime_after" label={t('schedule.chimeAfter')} />
      <NumberField
        control={control}
        name="play_interval_time"
        label={t('task.interval')}
        min={0}
        max={3600}
      />
      <SelectField
        control={control}
        name="play_resume_policy"
        label={t('task.resumePolicy')}
        options={codeValues(resumePolicy).map((value) => ({
          value,
          label: t(`codes.resumePolicy.${value}`),
        }))}
      />
    </SettingsSection>
  );
}

/** Voice mix: whether speech pre-empts the programme at a terminal, or is mixed over it. */
export function VoiceMixSettings({ control }: { control: Control<SystemConfig, unknown, SystemConfig> }) {
  const { t } = useTranslation();
  return (
    <SettingsSection title={t('system.voiceMix')} hint={t('system.voiceMixHint')}>
      <SwitchField control={control} name="voice_mix" label={t('system.voiceMixOn')} />
    </SettingsSection>
  );
}
