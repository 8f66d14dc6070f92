import { makeStyles, ToggleButton } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  type BackupSettings,
  type BackupSettingsPatch,
  backupSettings,
} from '../../../../contract/entities/site/backup.ts';
import { backupRhythm } from '../../../../contract/fieldCodes.ts';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { FormField, NumberField, SelectField, SwitchField, TextField } from '../../kit/form/fields.tsx';
import { formResolver } from '../../kit/form/formResolver.ts';
import { SubmitButton } from '../../kit/form/SubmitButton.tsx';
import { TimeInput } from '../../kit/form/TimeInput.tsx';
import { useServerForm } from '../../kit/form/useServerForm.ts';
import { useFormStyles } from '../../shared/tasks/formStyles.ts';
import { weekOrder } from '../../shared/tasks/taskStatus.ts';
import { SettingsFoot, SettingsSection } from '../settings/SettingsSection.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 },
  body: { flexGrow: 1, minHeight: 0, overflowY: 'auto', padding: '16px 24px', boxSizing: 'border-box' },
});

const resolver = formResolver(backupSettings);

/** Values that differ from those stored: another person may have changed the rest. */
function changedOf(stored: BackupSettings, values: BackupSettings): BackupSettingsPatch {
  const names = Object.keys(values) as (keyof BackupSettings)[];
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(stored[name]));
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** Form for switching backups on, their time and folder, and how long they are kept. */
export function BackupForm(props: {
  stored: BackupSettings;
  onSave: (changed: BackupSettingsPatch) => Promise<BackupSettings>;
}) {
  const s = useStyles();
  const f = useFormStyles();
  const { t } = useTranslation();
  const stale = useStaleReason();
  const { form, refused, submit } = useServerForm<BackupSettings, BackupSettings>(
    {
      resolver,
      values: props.stored,
      // Changes saved by another person appear in fields that were not edited.
      resetOptions: { keepDirtyValues: true },
    },
    async (values, filled) => filled.reset(await props.onSave(changedOf(props.stored, values))),
  );
  const { control, formState, reset } = form;
  const rhythm = useWatch({ control, name: 'rhythm' });
  return (
    <form
      className={s.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t('backup.schedule')}
    >
      <div className={s.body}>
        <SettingsSection title={t('backup.schedule')} hint={t('backup.enabledHint')}>
          <SwitchField control={control} name="enabled" label={t('backup.enabled')} />
          <TextField
            control={control}
            name="folder"
            label={t('backup.folder')}
            hint={t('backup.folderHint')}
            maxLength={500}
            autoComplete="off"
          />
          <div className={f.two}>
            <FormField control={control} name="at" label={t('backup.at')} required>
              {({ value, ref: _, ...field }) => (
                <TimeInput {...field} className={f.wide} value={String(value)} />
              )}
            </FormField>
            <SelectField
              control={control}
              name="rhythm"
              label={t('backup.rhythm')}
              options={backupRhythm.options.map((value) => ({
                value,
                label: t(`backup.rhythms.${value}`),
              }))}
            />
          </div>
          {rhythm === 'days' ? (
            <NumberField control={control} name="every_days" label={t('backup.everyDays')} min={1} max={31} />
          ) : (
            <FormField control={control} name="weekdays" label={t('backup.weekdays')} required>
              {({ value, onChange }) => (
                <FieldGroup label={t('backup.weekdays')} className={f.days}>
                  {weekOrder.map((day) => {
                    const chosen = value as number[];
                    const isOn = chosen.includes(day);
                    return (
                      <ToggleButton
                        key={day}
                        size="small"
                        className={f.day}
                        checked={isOn}
                        aria-label={t(`codes.weekday.${day}`)}
                        onClick={() =>
                          onChange(isOn ? chosen.filter((one) => one !== day) : [...chosen, day])
                        }
                      >
                        {t(`schedule.weekdayShort.${day}`)}
                      </ToggleButton>
                    );
                  })}
                </FieldGroup>
              )}
            </FormField>
          )}
          <SwitchField control={control} name="keys" label={t('backup.keys')} hint={t('backup.keysHint')} />
        </SettingsSection>
        <SettingsSection title={t('backup.keep')} hint={t('backup.keepHint')}>
          <NumberField control={control} name="keep_last" label={t('backup.keepLast')} min={1} max={365} />
          <div className={f.two}>
            <NumberField
              control={control}
              name="keep_weekly"
              label={t('backup.keepWeekly')}
              min={0}
              max={520}
            />
            <NumberField
              control={control}
              name="keep_monthly"
              label={t('backup.keepMonthly')}
              min={0}
              max={240}
            />
          </div>
          <NumberField control={control} name="trial_days" label={t('backup.trialDays')} min={1} max={3650} />
        </SettingsSection>
        {/* Field errors are shown beside their fields. */}
        {refused !== null && Object.keys(formState.errors).length === 0 && (
          <FormError title={t('kit.notSaved')} text={refused} />
        )}
      </div>
      <SettingsFoot
        note={stale ?? (formState.isDirty ? t('system.unsaved') : t('system.allSaved'))}
        onReset={formState.isDirty ? () => reset(props.stored) : undefined}
      >
        <SubmitButton busy={formState.isSubmitting} disabled={!formState.isDirty || stale !== undefined}>
          {t('common.save')}
        </SubmitButton>
      </SettingsFoot>
    </form>
  );
}
