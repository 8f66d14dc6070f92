import { Input, makeStyles } from '@fluentui/react-components';
import { SearchRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';

const useStyles = makeStyles({ root: { width: '216px', minWidth: '120px' } });

/** Delay after typing before rows are requested, milliseconds. */
const debounceMs = 250;

/** Free-text filter; `value` is stored in the address. */
export function SearchField(props: {
  value: string | undefined;
  placeholder: string;
  onChange: (text: string | undefined) => void;
}) {
  const s = useStyles();
  const [text, setText] = useState(props.value ?? '');
  const sent = useRef(props.value ?? '');
  const change = useRef(props.onChange);
  change.current = props.onChange;
  useEffect(() => {
    // The address was changed elsewhere: "clear filters", back button, another tab.
    if ((props.value ?? '') === sent.current) return;
    sent.current = props.value ?? '';
    setText(sent.current);
  }, [props.value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      change.current(text === '' ? undefined : text);
    }, debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <Input
      className={s.root}
      size="small"
      type="search"
      contentBefore={<SearchRegular />}
      placeholder={props.placeholder}
      aria-label={props.placeholder}
      value={text}
      onChange={(_, data) => setText(data.value)}
    />
  );
}
