import { makeStyles, Switch } from '@fluentui/react-components';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { audioSource, codeValues, loopMode, playOrder, resumePolicy } from '../../../contract/codes.ts';
import { EntityChoice } from '../kit/form/EntityChoice.tsx';
import { FormField, NumberField, SelectField, TextField } from '../kit/form/fields.tsx';
import { VOLUME_WARNING_ABOVE, VolumeField } from '../terminals/VolumeField.tsx';
import { DurationField } from './DurationField.tsx';
import { usePanelStyles } from './panelStyles.ts';
import type { StartValues } from './startForm.ts';

const useStyles = makeStyles({
  root: { overflowY: 'auto', overflowX: 'hidden', paddingTop: '12px', paddingRight: '4px' },
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '8px' },
  /** The words of the loop modes are the longer ones. */
  loop: { display: 'grid', gridTemplateColumns: '4fr 3fr', columnGap: '8px' },
});

/** Files that can be played. */
const playable = { build_status: 'built' } as const;

/** How a task plays: name, priority, volume, order, loop, interval, duration, and how it comes back. */
export function PlayOptions(props: {
  form: UseFormReturn<StartValues, unknown, StartValues>;
  /** Stands for an empty name. */
  suggestion: string;
}) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { control, setValue } = props.form;
  const [source, limited, volume] = useWatch({ control, name: ['audio_source', 'limited', 'volume'] });
  /** A stream has no list: nothing of it is repeated or waited between. */
  const isStream = source === audioSource.radio || source === audioSource.url;
  const chime = (name: 'chime_before' | 'chime_after', label: string) => (
    <FormField control={control} name={name} label={label}>
      {(field) => (
        <EntityChoice
          path="file"
          query={playable}
          value={field.value as number | null}
          onChange={field.onChange}
          onBlur={field.onBlur}
          placeholder={t('common.none')}
        />
      )}
    </FormField>
  );
  return (
    <div className={p.column}>
      <div className={p.heading}>
        <h3>{t('task.how')}</h3>
      </div>
      <div className={`${p.fill} ${s.root}`}>
        <TextField
          control={control}
          name="name"
          label={t('common.name')}
          required
          maxLength={50}
          placeholder={props.suggestion}
        />
        <FormField control={control} name="volume" label={t('common.volume')}>
          {(field) => (
            <div>
              <Switch
                checked={volume !== null}
                label={t(volume === null ? 'task.ownVolume' : 'task.sameVolume')}
                onChange={(_, data) => field.onChange(data.checked ? VOLUME_WARNING_ABOVE : null)}
              />
              {volume !== null && (
                <VolumeField value={volume} label={t('common.volume')} onChange={field.onChange} />
              )}
            </div>
          )}
        </FormField>
        <div className={s.two}>
          <NumberField control={control} name="priority" label={t('task.priorityWins')} min={0} max={100} />
          {!isStream && (
            <NumberField
              control={control}
              name="interval_time"
              label={t('task.interval')}
              min={0}
              max={3600}
            />
          )}
        </div>
        {!isStream && (
          <div className={source === 0 ? s.loop : undefined}>
            <SelectField
              control={control}
              name="loop"
              label={t('task.loop')}
              options={codeValues(loopMode).map((value) => ({ value, label: t(`codes.loopMode.${value}`) }))}
            />
            {source === 0 && (
              <SelectField
                control={control}
                name="play_order"
                label={t('task.playOrder')}
                options={codeValues(playOrder).map((value) => ({
                  value,
                  label: t(`codes.playOrder.${value}`),
                }))}
              />
            )}
          </div>
        )}
        {!isStream && (
          <div className={s.two}>
            {chime('chime_before', t('schedule.chimeBefore'))}
            {chime('chime_after', t('schedule.chimeAfter'))}
          </div>
        )}
        <SelectField
          control={control}
          name="resume_policy"
          label={t('task.resumePolicy')}
          options={codeValues(resumePolicy).map((value) => ({
            value,
            label: t(`codes.resumePolicy.${value}`),
          }))}
        />
        <Switch
          checked={limited}
          label={t('task.limited')}
          onChange={(_, data) =>
            setValue('limited', data.checked, { shouldValidate: props.form.formState.isSubmitted })
          }
        />
        {limited && (
          <FormField control={control} name="duration" label={t('task.duration')} required>
            {(field) => (
              <DurationField value={field.value as number} onChange={field.onChange} onBlur={field.onBlur} />
            )}
          </FormField>
        )}
      </div>
    </div>
  );
}
