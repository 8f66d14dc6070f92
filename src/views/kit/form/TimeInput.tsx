import { Input, type InputProps } from '@fluentui/react-components';
import { useEffect, useState } from 'react';
import { readTimeOfDay } from '../time/lengths.ts';

/**
 * Field for a time of day as `HH:MM:SS`, on a 24-hour clock in every browser language; `8`, `8:00`, `0800`
 * and `080030` are completed on blur. Unreadable text is passed on as typed, so that the schema reports it.
 */
export function TimeInput(
  props: { value: string; onChange: (time: string) => void } & Pick<
    InputProps,
    'onBlur' | 'className' | 'name' | 'aria-label'
  >,
) {
  const { value, onChange, onBlur, ...rest } = props;
  const [text, setText] = useState(value);
  useEffect(() => setText((now) => (readTimeOfDay(now) === value ? now : value)), [value]);
  return (
    <Input
      {...rest}
      value={text}
      inputMode="numeric"
      placeholder="HH:MM:SS"
      autoComplete="off"
      onChange={(_, data) => {
        setText(data.value);
        onChange(readTimeOfDay(data.value) ?? data.value);
      }}
      onBlur={(event) => {
        setText(readTimeOfDay(text) ?? text);
        onBlur?.(event);
      }}
    />
  );
}
