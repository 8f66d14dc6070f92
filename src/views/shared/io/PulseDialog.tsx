import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { wholeName } from './ioView.ts';

const schema = z.object({ seconds: z.number().min(0.05).max(600) });

/** Dialog for the duration of a pulse. */
export function PulseDialog(props: {
  rows: readonly IoLive[];
  onSubmit: (pulseMs: number) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [first] = props.rows;
  if (first === undefined) return null;
  return (
    <FormDialog
      title={
        props.rows.length === 1
          ? t('io.pulseTitle', { name: wholeName(first, t) })
          : t('io.pulseManyTitle', { n: props.rows.length })
      }
      schema={schema}
      defaults={{ seconds: 1 }}
      submitLabel={t('io.action.pulse')}
      onSubmit={({ seconds }) => props.onSubmit(Math.round(seconds * 1000))}
      saved="elsewhere"
      onClose={props.onClose}
    >
      {(form) => (
        <NumberField
          control={form.control}
          name="seconds"
          label={t('io.pulseSeconds')}
          hint={t('io.pulseHint')}
          min={0.05}
          max={600}
          step={0.5}
        />
      )}
    </FormDialog>
  );
}
