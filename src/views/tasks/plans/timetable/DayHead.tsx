import { Button, Menu, MenuItem, MenuList, MenuPopover, MenuTrigger } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { weekOrder } from '../../../shared/tasks/taskStatus.ts';
import { schoolDays } from './draftBells.ts';
import { useTimetableStyles } from './timetableStyles.ts';

/** Head of the column of a day: its menu copies the bells of the day to others, or removes them. */
export function DayHead(props: {
  day: number;
  onCopy: (to: readonly number[]) => void;
  onClear: () => void;
}) {
  const s = useTimetableStyles();
  const { t } = useTranslation();
  const { day } = props;
  const name = t(`codes.weekday.${day}`);
  const others = weekOrder.filter((one) => one !== day);
  const workDays = schoolDays.filter((one) => one !== day);
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          appearance="transparent"
          className={s.dayButton}
          title={t('timetable.dayMenu', { day: name })}
        >
          {t(`schedule.weekdayShort.${day}`)}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItem onClick={() => props.onCopy(workDays)}>
            {t('timetable.copyToWeekdays', { day: name })}
          </MenuItem>
          {others.map((one) => (
            <MenuItem key={one} onClick={() => props.onCopy([one])}>
              {t('timetable.copyTo', { from: name, to: t(`codes.weekday.${one}`) })}
            </MenuItem>
          ))}
          <MenuItem onClick={props.onClear}>{t('timetable.clearDay', { day: name })}</MenuItem>
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
