import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { type BellDay, isSameDay, onWeekdays, ringsOn, usualDays } from './bellDays.ts';
import { useTimetableStyles } from './timetableStyles.ts';
import type { DayNames } from './useDayNames.ts';

/** Head of the column of a day: its menu copies the bells of the day to others, or removes them. */
export function DayHead(props: {
  day: BellDay;
  columns: readonly BellDay[];
  names: DayNames;
  onCopy: (to: readonly BellDay[]) => void;
  onClear: () => void;
}) {
  const s = useTimetableStyles();
  const { t } = useTranslation();
  const { day, names } = props;
  const name = names.name(day);
  const others = props.columns.filter((one) => !isSameDay(one, day));
  const { weekdays } = usualDays([]);
  const workDays = others.filter((one) => ringsOn(onWeekdays(weekdays), one));
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="transparent"
          className={s.dayButton}
          title={t('timetable.dayMenu', { day: name })}
        >
          <span className={s.name}>{names.short(day)}</span>
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {day.kind === 'weekday' && (
            <MenuItem onClick={() => props.onCopy(workDays)}>
              {t('timetable.copyToWeekdays', { day: name })}
            </MenuItem>
          )}
          {others.map((one) => (
            <MenuItem key={`${one.kind}${one.id}`} onClick={() => props.onCopy([one])}>
              {t(one.kind === day.kind ? 'timetable.copyTo' : 'timetable.moveTo', {
                from: name,
                to: names.name(one),
              })}
            </MenuItem>
          ))}
          <MenuItem onClick={props.onClear}>{t('timetable.clearDay', { day: name })}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
