import { makeStyles } from '@fluentui/react-components';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../kit/form/fields.tsx';
import { BusyFormFields } from '../queue/BusyFormFields.tsx';
import { usePanelStyles } from '../targets/panelStyles.ts';
import { LimitFields } from './LimitFields.tsx';
import { PlayFields } from './PlayFields.tsx';
import type { StartValues } from './startForm.ts';

const useStyles = makeStyles({
  root: { overflowY: 'auto', overflowX: 'hidden', paddingTop: '12px', paddingRight: '4px' },
});

/** Fields for the playback of a real-time task: name, common fields, and duration. */
export function PlayOptions(props: {
  form: UseFormReturn<StartValues, unknown, StartValues>;
  /** Replaces an empty name. */
  suggestion: string;
}) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { control } = props.form;
  const source = useWatch({ control, name: 'audio_source' });
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
        <PlayFields control={control} source={source} />
        <BusyFormFields control={control} />
        <LimitFields control={control} />
      </div>
    </div>
  );
}
