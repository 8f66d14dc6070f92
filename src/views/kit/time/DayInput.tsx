import {
  Button,
  Input,
  type InputProps,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import { CalendarRegular } from '@fluentui/react-icons';
import { type Ref, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useSiteClock } from '../../app/AppContext.tsx';
import { Calendar } from './Calendar.tsx';
import { readDay, readMoment } from './dayText.ts';

/**
 * Field for a date as `YYYY-MM-DD`, with `withTime` as `YYYY-MM-DD HH:mm:ss`, in every browser language: a date
 * field of the browser shows its own order. The button opens a calendar in the language of the console. Unreadable
 * text is passed on as typed, so that the schema reports it.
 */
export function DayInput(
  props: { value: string; onChange: (value: string) => void; withTime?: boolean } & Pick<
    InputProps,
    'onBlur' | 'className' | 'name' | 'id' | 'size' | 'aria-label'
  > & { ref?: Ref<HTMLInputElement> | undefined },
) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { value, onChange, onBlur, withTime = false, ...rest } = props;
  const read = withTime ? readMoment : readDay;
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setText((now) => (read(now) === value ? now : value)), [value, read]);
  const take = (typed: string) => {
    setText(typed);
    onChange(read(typed) ?? typed);
  };
  const [day = null, time = '00:00:00'] = read(text)?.split(' ') ?? [];
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
        <Popover
          open={isOpen}
          onOpenChange={(_, data) => setOpen(data.open)}
          trapFocus
          positioning="below-end"
        >
          <PopoverTrigger disableButtonEnhancement>
            <Button
              appearance="transparent"
              size="small"
              icon={<CalendarRegular />}
              aria-label={t('kit.chooseDate')}
              title={t('kit.chooseDate')}
            />
          </PopoverTrigger>
          <PopoverSurface>
            <Calendar
              value={day}
              today={formatTimestamp(Math.floor(clock.now() / 1000), '', clock.timeZone()).slice(0, 10)}
              onPick={(picked) => {
                take(withTime ? `${picked} ${time}` : picked);
                setOpen(false);
              }}
            />
          </PopoverSurface>
        </Popover>
      }
    />
  );
}
