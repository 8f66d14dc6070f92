import { Input } from '@fluentui/react-components';
import { useState } from 'react';
import { durationInput, readDuration } from '../../kit/time/lengths.ts';

/**
 * Field for a duration in seconds, typed as HH:MM:SS (also 90 or 1:30). Unreadable text counts as 0, so that
 * the schema reports it.
 */
export function DurationField(props: {
  value: number;
  onChange: (seconds: number) => void;
  onBlur: () => void;
}) {
  const [text, setText] = useState(() => durationInput(props.value));
  return (
    <Input
      value={text}
      inputMode="numeric"
      onChange={(_, data) => {
        setText(data.value);
        props.onChange(readDuration(data.value) ?? 0);
      }}
      onBlur={() => {
        const seconds = readDuration(text);
        if (seconds !== null) setText(durationInput(seconds));
        props.onBlur();
      }}
    />
  );
}
