import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { userNames } from '../../kit/rows/userNames.ts';
import { wholeName } from './ioView.ts';

const schema = z.object({ minutes: z.number().int().min(1).max(1440) });

/** Dialog for the duration of the test mode of inputs, with its consequences. */
export function TestDialog(props: {
  rows: readonly IoLive[];
  onSubmit: (minutes: number) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { rows } = props;
  const [first] = rows;
  if (first === undefined) return null;
  // Two lines may have the same user: the maximum is certain, a sum is not.
  const elsewhere = Math.max(0, ...rows.map((row) => row.used_elsewhere));
  const users = userNames([...new Set(rows.flatMap((row) => row.used_by))], elsewhere, t);
  return (
    <FormDialog
      title={
        rows.length === 1
          ? t('io.testTitle', { name: wholeName(first, t) })
          : t('io.testManyTitle', { n: rows.length })
      }
      schema={schema}
      defaults={{ minutes: 60 }}
      submitLabel={t('io.action.test_on')}
      onSubmit={({ minutes }) => props.onSubmit(minutes)}
      saved="elsewhere"
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <p>{t('io.testWhy')}</p>
          {users.length > 0 && <p>{t('io.testUsers', { names: users.join(t('kit.listComma')) })}</p>}
          <NumberField
            control={form.control}
            name="minutes"
            label={t('io.testMinutes')}
            min={1}
            max={1440}
            step={5}
          />
        </>
      )}
    </FormDialog>
  );
}
