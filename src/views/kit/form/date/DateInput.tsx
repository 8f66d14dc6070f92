import {
  Button,
  Input,
  type InputProps,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import { CalendarRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimestamp } from '../../../../../contract/format.ts';
import { toLanguage } from '../../../../../contract/language.ts';
import { useSiteClock } from '../../../app/AppContext.tsx';
import { Calendar } from './Calendar.tsx';
import { dateText, readDate } from './dateText.ts';

/**
 * Input for a day in the format of the language, typed or chosen in a calendar. The browser's own input has the format
 * of the browser's language instead. `value` is `YYYY-MM-DD`; unreadable text is passed on as it is, so that the
 * schema refuses it.
 */
export function DateInput(
  props: Omit<InputProps, 'value' | 'onChange' | 'type' | 'contentAfter'> & {
    value: string;
    onChange: (day: string) => void;
  },
) {
  const { t, i18n } = useTranslation();
  const language = toLanguage(i18n.language);
  const clock = useSiteClock();
  const { value, onChange, onBlur, ...rest } = props;
  /** Text while it is typed; null: as the value has it. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const shown = dateText(value, language) || value;
  return (
    <Input
      {...rest}
      type="text"
      autoComplete="off"
      value={typed ?? shown}
      onChange={(_, data) => {
        setTyped(data.value);
        onChange(readDate(data.value, language) ?? data.value.trim());
      }}
      onBlur={(event) => {
        setTyped(null);
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
              value={readDate(value, language)}
              today={formatTimestamp(Math.floor(clock.now() / 1000), '', clock.timeZone()).slice(0, 10)}
              onPick={(day) => {
                setTyped(null);
                onChange(day);
                setOpen(false);
              }}
            />
          </PopoverSurface>
        </Popover>
      }
    />
  );
}
