import { SpinButton, type SpinButtonProps } from '@fluentui/react-components';
import type { FormEvent, Ref } from 'react';
import { readNumber } from '../time/lengths.ts';

/**
 * Spin button that passes its number on at each keystroke, as a text field does: Fluent's own waits until it is
 * left. Text that is no number (yet) is passed on as null. The text stays as typed until the field is left, also
 * where the caller rounds the number.
 */
export function NumberInput(
  props: Omit<SpinButtonProps, 'value' | 'defaultValue' | 'displayValue' | 'onChange' | 'input'> & {
    value: number | null;
    onChange: (value: number | null) => void;
    inputRef?: Ref<HTMLInputElement>;
  },
) {
  const { value, onChange, inputRef, ...rest } = props;
  return (
    <SpinButton
      {...rest}
      value={value !== null && Number.isFinite(value) ? value : null}
      input={{
        ...(inputRef === undefined ? {} : { ref: inputRef }),
        onChange: (event: FormEvent<HTMLInputElement>) => onChange(readNumber(event.currentTarget.value)),
      }}
      onChange={(_, data) =>
        onChange(data.value !== undefined ? data.value : readNumber(data.displayValue ?? ''))
      }
    />
  );
}
