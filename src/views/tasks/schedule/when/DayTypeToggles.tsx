import { ToggleButton } from '@fluentui/react-components';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../../kit/form/fields.tsx';
import { useFormStyles } from '../../../shared/tasks/formStyles.ts';
import type { TaskFormReturn } from '../SourceFields.tsx';
import { usePlans } from '../usePlans.ts';

/** Day types of the plan of a task, which it follows instead of its weekdays; nothing if the plan has none. */
export function DayTypeToggles({ form }: { form: TaskFormReturn }) {
  const s = useFormStyles();
  const { t } = useTranslation();
  const { control, setValue } = form;
  const [planId, chosen] = useWatch({ control, name: ['plan_id', 'day_types'] });
  const plans = usePlans();
  const types = plans?.find(({ id }) => id === planId)?.day_types ?? [];
  const known = chosen.filter((id) => types.some((type) => type.id === id));
  const isStale = plans !== undefined && known.length < chosen.length;
  useEffect(() => {
    // Another plan was chosen.
    if (isStale) setValue('day_types', known, { shouldDirty: true });
  });
  if (types.length === 0) return null;
  return (
    <FormField control={control} name="day_types" label={t('dayType.title')} hint={t('dayType.inTask')}>
      {() => (
        <div className={s.days}>
          {types.map(({ id, name }) => (
            <ToggleButton
              key={id}
              size="small"
              checked={chosen.includes(id)}
              onClick={() =>
                setValue(
                  'day_types',
                  chosen.includes(id) ? known.filter((one) => one !== id) : [...known, id],
                  {
                    shouldDirty: true,
                  },
                )
              }
            >
              {name}
            </ToggleButton>
          ))}
        </div>
      )}
    </FormField>
  );
}
