import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { PlayFields } from '../../shared/startTask/PlayFields.tsx';
import { usePanelStyles } from '../../shared/targets/panelStyles.ts';
import { useFormStyles } from '../../shared/tasks/formStyles.ts';
import type { TaskFormReturn } from './SourceFields.tsx';

/** Fields for the playback of a saved task. */
export function HowFields({ form }: { form: TaskFormReturn }) {
  const s = useFormStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { control } = form;
  const source = useWatch({ control, name: 'audio_source' });
  return (
    <section>
      <div className={p.heading}>
        <h3>{t('task.how')}</h3>
      </div>
      <div className={s.scroll}>
        <PlayFields control={control} source={source} />
      </div>
    </section>
  );
}
