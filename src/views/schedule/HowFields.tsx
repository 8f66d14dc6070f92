import { Switch } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeValues, loopMode, playOrder, resumePolicy } from '../../../contract/codes.ts';
import { EntityChoice } from '../kit/form/EntityChoice.tsx';
import { FormField, NumberField, SelectField } from '../kit/form/fields.tsx';
import { usePanelStyles } from '../tasks/panelStyles.ts';
import { VOLUME_WARNING_ABOVE, VolumeField } from '../terminals/VolumeField.tsx';
import { useFormStyles } from './formStyles.ts';
import type { TaskFormReturn } from './SourceFields.tsx';

/** Files that can be played. */
const playable = { build_status: 'built' } as const;

/** How a task plays: volume, priority, order, loop, interval, chimes, how it comes back, and whether offline. */
export function HowFields({ form }: { form: TaskFormReturn }) {
  const s = useFormStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { control } = form;
  const [source, volume] = useWatch({ control, name: ['audio_source', 'volume'] });
  const isListed = source === 0 || source === 1;
  const isControl = source === 101;
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
    <section>
      <div className={p.heading}>
        <h3>{t('task.how')}</h3>
      </div>
      <div className={s.scroll}>
        {!isControl && (
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
        )}
        <div className={s.two}>
          <NumberField control={control} name="priority" label={t('task.priorityWins')} min={0} max={100} />
          {isListed && (
            <NumberField
              control={control}
              name="interval_time"
              label={t('task.interval')}
              min={0}
              max={3600}
            />
          )}
        </div>
        {isListed && (
          <div className={s.two}>
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
        {!isControl && (
          <>
            <div className={s.two}>
              {chime('chime_before', t('schedule.chimeBefore'))}
              {chime('chime_after', t('schedule.chimeAfter'))}
            </div>
            <SelectField
              control={control}
              name="resume_policy"
              label={t('task.resumePolicy')}
              options={codeValues(resumePolicy).map((value) => ({
                value,
                label: t(`codes.resumePolicy.${value}`),
              }))}
            />
            {isListed && (
              <FormField
                control={control}
                name="offline_tasks"
                label={t('schedule.offline')}
                hint={t('schedule.offlineHint')}
              >
                {({ value, onChange, ...field }) => (
                  <Switch
                    {...field}
                    checked={value === true}
                    onChange={(_, data) => onChange(data.checked)}
                  />
                )}
              </FormField>
            )}
          </>
        )}
      </div>
    </section>
  );
}
