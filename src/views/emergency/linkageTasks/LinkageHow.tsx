import { Switch } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { attentionTone, codeValues } from '../../../../contract/codes.ts';
import { MAX_GAP_S } from '../../../../contract/entities/tasks/linkageTask.ts';
import { EntityField } from '../../kit/form/EntityField.tsx';
import { FieldGroup } from '../../kit/form/FieldGroup.tsx';
import { FormField, NumberField, SelectField, TextAreaField, TextField } from '../../kit/form/fields.tsx';
import { usePanelStyles } from '../../shared/targets/panelStyles.ts';
import { useFormStyles } from '../../shared/tasks/formStyles.ts';
import { VOLUME_WARNING_ABOVE, VolumeField } from '../../shared/terminals/VolumeField.tsx';
import type { LinkageFormReturn } from './LinkageSource.tsx';
import { ToneListen } from './ToneListen.tsx';

/**
 * Fields for name, zone and sound of a linkage task: attention tone, gap, volume of the alarm. `id`: of a
 * saved one.
 */
export function LinkageHow({ form, id }: { form: LinkageFormReturn; id: number | null }) {
  const s = useFormStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { control } = form;
  const [source, volume] = useWatch({ control, name: ['audio_source', 'volume'] });
  const sounds = source === 0 || source === 1;
  return (
    <section className={p.column}>
      <div className={p.heading}>
        <h3>{t('task.how')}</h3>
      </div>
      <div className={s.scroll}>
        <TextField control={control} name="name" label={t('common.name')} required maxLength={50} />
        <EntityField
          control={control}
          name="org"
          label={t('task.zone')}
          hint={t('linkage.zoneHint')}
          path="partition"
          placeholder={t('linkage.wholeSite')}
        />
        {sounds && (
          <>
            <SelectField
              control={control}
              name="tone"
              label={t('linkage.tone')}
              hint={t('linkage.toneHint')}
              options={codeValues(attentionTone).map((value) => ({
                value,
                label: t(`codes.attentionTone.${value}`),
              }))}
            />
            <ToneListen form={form} id={id} />
            <NumberField
              control={control}
              name="interval_time"
              label={t('linkage.gapSeconds')}
              hint={t('linkage.gapHint', { max: MAX_GAP_S })}
              min={0}
              max={MAX_GAP_S}
              step={0.5}
            />
            <FormField
              control={control}
              name="volume"
              label={t('linkage.volume')}
              hint={t('linkage.volumeHint')}
            >
              {(field) => (
                <FieldGroup label={t('linkage.volume')}>
                  <Switch
                    checked={volume !== null}
                    label={t('task.sameVolume')}
                    onChange={(_, data) => field.onChange(data.checked ? VOLUME_WARNING_ABOVE : null)}
                  />
                  {volume !== null && (
                    <VolumeField value={volume} label={t('linkage.volume')} onChange={field.onChange} />
                  )}
                </FieldGroup>
              )}
            </FormField>
          </>
        )}
        <TextAreaField control={control} name="desc" label={t('common.description')} rows={2} />
      </div>
    </section>
  );
}
