import { Button, mergeClasses } from '@fluentui/react-components';
import { ChatRegular, CheckmarkRegular, DismissRegular, MusicNote2Regular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { NameText } from '../../../kit/layout/NameText.tsx';
import { readTimeOfDay } from '../../../kit/time/lengths.ts';
import { shortTime } from '../../../shared/tasks/taskStatus.ts';
import { type BellDay, ringsOn } from './bellDays.ts';
import { type BellSound, type DraftBell, faultOf, hasSound } from './draftBells.ts';
import { FIRST_DAY, SOUND, TIME } from './gridKeys.ts';
import { SoundChoice } from './SoundChoice.tsx';
import { TimeEditor } from './TimeEditor.tsx';
import { useTimetableStyles } from './timetableStyles.ts';

/** Row of a bell, or of the one to be added (`isNew`): its time, sound and days. */
export function BellRow(props: {
  bell: DraftBell;
  row: number;
  columns: readonly BellDay[];
  dayName: (day: BellDay) => string;
  isNew: boolean;
  /** Column that has the focus of the grid; null: another row has it. */
  active: number | null;
  /** Column that is being edited, with the text typed so far; null: none. */
  editing: { column: number; typed: string | null } | null;
  isFaulty: boolean;
  onFocus: (column: number) => void;
  onPress: (column: number) => void;
  /** `key`: the key that ended the input; null: the focus has left. */
  onTime: (time: string, key: string | null) => void;
  onSound: (sound: BellSound) => void;
  onEnd: () => void;
  onCancel: () => void;
  onRemove: () => void;
}) {
  const s = useTimetableStyles();
  const { t } = useTranslation();
  const { bell, editing, isNew } = props;
  const fault = props.isFaulty ? faultOf(bell) : null;
  const time = readTimeOfDay(bell.time);
  const timeText = time === null ? bell.time : shortTime(time);
  const isEdited = (column: number) => editing?.column === column;
  const cell = (column: number, label: string) => ({
    role: 'gridcell',
    'data-cell': `${props.row}:${column}`,
    'aria-label': label,
    tabIndex: props.active === column && editing === null ? 0 : -1,
    // The focus may come from elsewhere than the keys of the grid.
    onFocus: () => {
      if (editing === null && props.active !== column) props.onFocus(column);
    },
    onClick: () => {
      if (!isEdited(column)) props.onPress(column);
    },
  });
  const rowName = isNew ? t('timetable.newBell') : timeText;
  const soundText = bell.file === null ? bell.text : bell.fileName;
  return (
    <tr>
      <td
        {...cell(TIME, isNew ? t('timetable.newBell') : t('timetable.timeOf', { time: timeText }))}
        className={mergeClasses(s.time, isEdited(TIME) && s.editing, fault === 'time' && s.fault)}
      >
        {isEdited(TIME) ? (
          <TimeEditor
            value={editing?.typed ?? timeText}
            isTyped={editing?.typed !== null}
            label={rowName}
            onEnd={props.onTime}
            onCancel={props.onCancel}
          />
        ) : isNew ? (
          <span className={s.hint}>{t('timetable.newBell')}</span>
        ) : (
          timeText
        )}
      </td>
      <td
        {...cell(SOUND, t('timetable.soundOf', { time: rowName, sound: soundText || t('common.none') }))}
        className={mergeClasses(isEdited(SOUND) && s.editing, fault === 'sound' && s.fault)}
        title={soundText}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isEdited(SOUND)) return;
          // The dialog would close.
          event.stopPropagation();
          props.onCancel();
        }}
      >
        {isEdited(SOUND) ? (
          <SoundChoice
            sound={bell}
            label={t('timetable.sound')}
            onChange={props.onSound}
            onBlur={props.onEnd}
            isOpened
          />
        ) : hasSound(bell) && !isNew ? (
          <span className={s.sound}>
            {bell.file === null ? <ChatRegular /> : <MusicNote2Regular />}
            <span className={s.name}>
              <NameText name={soundText} />
            </span>
          </span>
        ) : (
          !isNew && <span className={s.hint}>{t('timetable.noSound')}</span>
        )}
      </td>
      {props.columns.map((day, place) => {
        const isOn = ringsOn(bell, day) && !isNew;
        const label = t(isOn ? 'timetable.rings' : 'timetable.silent', {
          time: rowName,
          day: props.dayName(day),
        });
        return (
          <td
            key={`${day.kind}${day.id}`}
            {...cell(FIRST_DAY + place, label)}
            className={mergeClasses(s.center, fault === 'days' && s.fault)}
          >
            {isOn && <CheckmarkRegular aria-hidden />}
          </td>
        );
      })}
      <td className={mergeClasses(s.remove, s.center)}>
        {!isNew && (
          <Button
            appearance="transparent"
            size="small"
            tabIndex={-1}
            icon={<DismissRegular />}
            aria-label={t('kit.removeItem', { name: timeText })}
            title={t('kit.removeItem', { name: timeText })}
            onClick={props.onRemove}
          />
        )}
      </td>
    </tr>
  );
}
