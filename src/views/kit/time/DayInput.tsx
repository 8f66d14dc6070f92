import { Button, Input, type InputProps, makeStyles } from '@fluentui/react-components';
import { CalendarRegular } from '@fluentui/react-icons';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDay, readMoment } from './dayText.ts';

const useStyles = makeStyles({
  /** Anchor of the browser's calendar, below the field. */
  picker: {
    position: 'absolute',
    insetInlineEnd: 0,
    bottom: 0,
    width: '1px',
    height: '1px',
    padding: 0,
    border: 'none',
    opacity: 0,
    pointerEvents: 'none',
  },
});

/**
 * Field for a date as `YYYY-MM-DD`, with `withTime` as `YYYY-MM-DD HH:mm:ss`, in every browser language: a date
 * field of the browser shows its own order. The button opens the browser's calendar. Unreadable text is passed on
 * as typed, so that the schema reports it.
 */
export function DayInput(
  props: { value: string; onChange: (value: string) => void; withTime?: boolean } & Pick<
    InputProps,
    'onBlur' | 'className' | 'name' | 'id' | 'size' | 'aria-label'
  > & { ref?: Ref<HTMLInputElement> | undefined },
) {
  const s = useStyles();
  const { t } = useTranslation();
  const { value, onChange, onBlur, withTime = false, ...rest } = props;
  const read = withTime ? readMoment : readDay;
  const [text, setText] = useState(value);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => setText((now) => (read(now) === value ? now : value)), [value, read]);
  const take = (typed: string) => {
    setText(typed);
    onChange(read(typed) ?? typed);
  };
  return (
    <Input
      {...(rest as object)}
      value={text}
      placeholder={withTime ? 'YYYY-MM-DD HH:MM:SS' : 'YYYY-MM-DD'}
      autoComplete="off"
      onChange={(_, data) => take(data.value)}
      onBlur={(event) => {
        setText(read(text) ?? text);
        onBlur?.(event);
      }}
      contentAfter={
        <>
          <Button
            appearance="transparent"
            size="small"
            icon={<CalendarRegular />}
            aria-label={t('kit.calendar')}
            title={t('kit.calendar')}
            onClick={() => picker.current?.showPicker()}
          />
          <input
            ref={picker}
            className={s.picker}
            type={withTime ? 'datetime-local' : 'date'}
            step={withTime ? 1 : undefined}
            tabIndex={-1}
            aria-hidden
            value={read(text)?.replace(' ', 'T') ?? ''}
            onChange={(event) => take(event.target.value === '' ? '' : (read(event.target.value) ?? ''))}
          />
        </>
      }
    />
  );
}
