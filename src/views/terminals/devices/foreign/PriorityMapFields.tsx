import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { RtpMulticast } from '../../../../../contract/entities/terminals/foreign.ts';
import {
  numbersOf,
  type ScaleName,
  scaleNames,
  vendorScales,
} from '../../../../../contract/entities/terminals/multicast/priorityMap.ts';
import { NumberField, SelectField, TextField } from '../../../kit/form/fields.tsx';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { useForeignStyles } from './foreignStyles.ts';
import { scaleLabels } from './foreignText.ts';
import { Levels } from './Levels.tsx';

/** Fields for the addresses of broadcasts of higher priority, with the numbers that they have in the devices. */
export function PriorityMapFields({ form }: { form: TerminalFormControls }) {
  const s = useForeignStyles();
  const { t } = useTranslation();
  const { control, getValues, setValue } = form;
  const scale = useWatch({ control, name: 'foreign.scale' }) as unknown as ScaleName;
  const range = vendorScales[scale ?? 'none'];
  const transport = () => getValues('foreign') as unknown as RtpMulticast;
  const numberedBy = useRef(scale);
  useEffect(() => {
    if (scale === undefined || numberedBy.current === scale) return;
    numberedBy.current = scale;
    const { levels } = getValues('foreign') as unknown as RtpMulticast;
    const [first, ...others] = numbersOf(scale, levels.length);
    setValue('foreign.number', first as never);
    for (const [i, number] of others.entries()) setValue(`foreign.levels.${i}.number`, number as never);
  }, [scale, getValues, setValue]);
  const numbered = (path: string) =>
    range !== null && (
      <NumberField
        control={control}
        name={`${path}.number`}
        label={t('foreign.number')}
        min={range.least}
        max={range.most}
      />
    );
  return (
    <>
      <Levels
        form={form}
        next={(i) => ({
          ...{ group: transport().group, port: transport().port + 2 * (i + 1) },
          number: numbersOf(transport().scale, i + 1).at(-1) ?? 0,
        })}
      >
        {(path, from) => (
          <>
            <TextField
              control={control}
              name={`${path}.group`}
              label={t('foreign.address')}
              required
              maxLength={15}
            />
            <NumberField
              control={control}
              name={`${path}.port`}
              label={t('foreign.port')}
              min={1024}
              max={65_534}
              step={2}
            />
            {from}
            {numbered(path)}
          </>
        )}
      </Levels>
      <div className={s.pair}>
        <SelectField
          control={control}
          name="foreign.scale"
          label={t('foreign.scale')}
          options={scaleNames.map((value) => ({
            value,
            label: value === 'none' ? t('foreign.noScale') : scaleLabels[value],
          }))}
        />
        {numbered('foreign')}
      </div>
    </>
  );
}
