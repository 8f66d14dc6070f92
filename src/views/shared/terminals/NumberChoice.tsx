import { Combobox, Option } from '@fluentui/react-components';
import { useMemo } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { FormField } from '../../kit/form/fields.tsx';
import { compareTexts } from '../../kit/grid/columns.ts';

/** Largest number of options shown; typing narrows them. */
const most = 50;

interface Called {
  key: string;
  name: string;
  number: string;
}

/**
 * Lists callable parties by name: stations except the calling one, and virtual casters. `number` empty: none.
 */
export function useCallable(except: number): readonly Called[] {
  const { streams } = useApp();
  const dialogues = useObservable(streams.terminals.dialogue.rows$, []);
  const casters = useObservable(streams.terminals.caster.rows$, []);
  const virtual = useObservable(streams.virtualCaster.rows$, []);
  return useMemo(() => {
    const stations = [
      ...dialogues.map((row) => ({ ...row, number: row.call_number || row.dialogue_code })),
      ...casters.map((row) => ({ ...row, number: row.call_number })),
    ].filter(({ id }) => id !== except);
    return [
      ...stations.map(({ id, name, dev_name2, number }) => ({
        key: `station ${id}`,
        name: dev_name2 || name,
        number,
      })),
      ...virtual.map(({ id, name, call_number }) => ({ key: `virtual ${id}`, name, number: call_number })),
    ].sort((a, b) => compareTexts(a.name, b.name));
  }, [dialogues, casters, virtual, except]);
}

/** Field for a number to call: typed, or found by the name of its owner. */
export function NumberChoice<V extends FieldValues, O extends FieldValues>(props: {
  control: Control<V, unknown, O>;
  name: FieldPath<V>;
  label: string;
  required?: boolean;
  /** The calling station, which cannot select itself. */
  station: number;
}) {
  const { t } = useTranslation();
  const { station, ...field } = props;
  const called = useCallable(station).filter(({ number }) => number !== '');
  return (
    <FormField {...field} hint={t('dialogue.calleeHint')}>
      {({ name, ref, value, onBlur, onChange }) => {
        const typed = String(value ?? '');
        const words = typed.trim().toLocaleLowerCase();
        const shown = called.filter((one) => `${one.name} ${one.number}`.toLocaleLowerCase().includes(words));
        return (
          <Combobox
            freeform
            name={name}
            ref={ref}
            value={typed}
            selectedOptions={[]}
            onBlur={onBlur}
            onChange={({ target }) => onChange(target.value)}
            onOptionSelect={(_, { optionValue }) => {
              if (optionValue !== undefined) onChange(optionValue);
            }}
          >
            {shown.slice(0, most).map((one) => (
              <Option key={one.key} value={one.number} text={one.number}>
                {`${one.name} · ${one.number}`}
              </Option>
            ))}
          </Combobox>
        );
      }}
    </FormField>
  );
}
