import { Input } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useTimetableStyles } from './timetableStyles.ts';

/** Keys that end the input of a time; the grid then moves. */
const ending = new Set(['Enter', 'Tab', 'ArrowUp', 'ArrowDown']);

/** Field for the time of a bell within its cell. `isTyped`: the value is the first key, which began the input. */
export function TimeEditor(props: {
  value: string;
  isTyped: boolean;
  label: string;
  /** `key`: the key that ended the input; null: the focus has left. */
  onEnd: (time: string, key: string | null) => void;
  onCancel: () => void;
}) {
  const s = useTimetableStyles();
  const [text, setText] = useState(props.value);
  /** The field loses the focus when it is removed: its input has ended before. */
  const isOver = useRef(false);
  const end = (how: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    how();
  };
  return (
    <Input
      size="small"
      className={s.input}
      input={{ className: s.input, size: 8 }}
      autoFocus
      value={text}
      inputMode="numeric"
      autoComplete="off"
      placeholder="HH:MM"
      aria-label={props.label}
      onFocus={(event) => {
        if (props.isTyped) event.target.setSelectionRange(text.length, text.length);
        else event.target.select();
      }}
      onChange={(_, data) => setText(data.value)}
      onBlur={() => end(() => props.onEnd(text, null))}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          // The dialog would close.
          event.stopPropagation();
          event.preventDefault();
          end(props.onCancel);
        } else if (ending.has(event.key)) {
          event.preventDefault();
          event.stopPropagation();
          end(() => props.onEnd(text, event.key));
        } else event.stopPropagation();
      }}
    />
  );
}
