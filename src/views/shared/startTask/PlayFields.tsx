import { makeStyles } from '@fluentui/react-components';
import type { Control, FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { audioSource, codeValues, loopMode, playOrder, resumePolicy } from '../../../../contract/codes.ts';
import { NumberField, SelectField } from '../../kit/form/fields.tsx';
import { ChimeField, TaskVolumeField } from './TaskFields.tsx';

const useStyles = makeStyles({
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '8px' },
  /** The names of the loop modes are longer. */
  loop: { display: 'grid', gridTemplateColumns: '4fr 3fr', columnGap: '8px' },
});

/**
 * Fields for the playback of any task: volume, priority, and resuming after a pre-emption; with a list
 * (files, text) also order, loop, interval and chimes.
 */
export function PlayFields<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
  /** `audioSource` of contract/codes.ts. */
  source: number;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control, source } = props;
  const field = (name: string) => ({ control, name: name as Path<V> });
  const isFiles = source === audioSource.mediaFile;
  const isListed = isFiles || source === audioSource.ttsText;
  const isControl = source === audioSource.controlTask;
  const policies = codeValues(resumePolicy).filter(
    (one) => one !== resumePolicy.position || source !== audioSource.capturer,
  );
  return (
    <>
      {!isControl && <TaskVolumeField {...field('volume')} label={t('common.volume')} />}
      <div className={s.two}>
        <NumberField {...field('priority')} label={t('task.priorityWins')} min={0} max={100} />
        {isListed && (
          <NumberField {...field('interval_time')} label={t('task.interval')} min={0} max={3600} />
        )}
      </div>
      {isListed && (
        <>
          <div className={isFiles ? s.loop : undefined}>
            <SelectField
              {...field('loop')}
              label={t('task.loop')}
              options={codeValues(loopMode).map((value) => ({ value, label: t(`codes.loopMode.${value}`) }))}
            />
            {isFiles && (
              <SelectField
                {...field('play_order')}
                label={t('task.playOrder')}
                options={codeValues(playOrder).map((value) => ({
                  value,
                  label: t(`codes.playOrder.${value}`),
                }))}
              />
            )}
          </div>
          <div className={s.two}>
            <ChimeField {...field('chime_before')} label={t('schedule.chimeBefore')} />
            <ChimeField {...field('chime_after')} label={t('schedule.chimeAfter')} />
          </div>
        </>
      )}
      {!isControl && (
        <SelectField
          {...field('resume_policy')}
          label={t('task.resumePolicy')}
          options={policies.map((value) => ({ value, label: t(`codes.resumePolicy.${value}`) }))}
        />
      )}
    </>
  );
}
