import { mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { DayType } from '../../../../../contract/entities/tasks/plan.ts';
import { BellRow } from './BellRow.tsx';
import { type BellDay, columnsOf, usualDays, withDay } from './bellDays.ts';
import { DayHead } from './DayHead.tsx';
import { type BellSound, copyDay, type DraftBell } from './draftBells.ts';
import { useTimetableStyles } from './timetableStyles.ts';
import { useBellGrid } from './useBellGrid.ts';
import { useDayNames } from './useDayNames.ts';

/**
 * Grid of a timetable: a row per bell with its time, sound and days. Arrow keys move, typing or Enter edits, Space
 * switches a day, Delete removes, Ctrl+V adds times.
 */
export function TimetableGrid(props: {
  bells: readonly DraftBell[];
  /** Day types of the plan: columns after those of the weekdays. */
  dayTypes: readonly DayType[];
  /** Sound of new bells. */
  sound: BellSound;
  /** Bells whose error is shown. */
  faulty: readonly DraftBell[];
  onChange: (change: (bells: DraftBell[]) => DraftBell[]) => void;
  /** Adds pasted times at the column of a day, or (null) elsewhere; tells whether there were any. */
  onPaste: (text: string, day: BellDay | null) => boolean;
}) {
  const s = useTimetableStyles();
  const { t } = useTranslation();
  const { bells, dayTypes, onChange } = props;
  const columns = columnsOf(dayTypes);
  const days = useDayNames(dayTypes);
  const grid = useBellGrid({ ...props, columns, days: usualDays(dayTypes) });
  const rows = [...bells, grid.added];
  return (
    <div className={s.scroller}>
      <table
        ref={grid.ref}
        className={s.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid pattern of ARIA
        role="grid"
        aria-label={t('timetable.bells')}
        data-testid="timetable"
        onKeyDown={grid.onKeyDown}
        onPaste={grid.onPaste}
      >
        <thead>
          <tr>
            <th scope="col" className={s.time}>
              {t('timetable.time')}
            </th>
            <th scope="col">{t('timetable.sound')}</th>
            {columns.map((day) => (
              <th
                key={`${day.kind}${day.id}`}
                scope="col"
                className={mergeClasses(day.kind === 'weekday' ? s.day : s.dayType, s.center)}
              >
                <DayHead
                  day={day}
                  columns={columns}
                  names={days}
                  onCopy={(to) => onChange((now) => copyDay(now, day, to))}
                  onClear={() => onChange((now) => now.map((bell) => withDay(bell, day, false)))}
                />
              </th>
            ))}
            <td className={s.remove} />
          </tr>
        </thead>
        <tbody>
          {rows.map((bell, row) => {
            const isActive = grid.active.row === row;
            return (
              <BellRow
                key={bell.key}
                bell={bell}
                row={row}
                columns={columns}
                dayName={days.name}
                isNew={row === bells.length}
                active={isActive ? grid.active.column : null}
                editing={
                  isActive && grid.typed !== undefined
                    ? { column: grid.active.column, typed: grid.typed }
                    : null
                }
                isFaulty={props.faulty.includes(bell)}
                onFocus={(column) => grid.setActive({ row, column })}
                onPress={(column) => grid.press({ row, column })}
                onTime={grid.endTime}
                onSound={grid.endSound}
                onEnd={grid.end}
                onCancel={grid.cancel}
                onRemove={() => grid.remove(row)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
