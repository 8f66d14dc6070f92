import { describe, expect, it } from 'vitest';
import type { Timetable } from '../../../contract/entities/tasks/timetable.ts';
import {
  type BellDay,
  dayType,
  onWeekdays,
  usualDays,
  weekday,
  withDay,
} from '../../../src/views/tasks/plans/timetable/bellDays.ts';
import {
  type BellSound,
  bodyOf,
  byTime,
  copyDay,
  draftsOf,
  newBell,
  usualSound,
  withBell,
} from '../../../src/views/tasks/plans/timetable/draftBells.ts';
import { readPasted } from '../../../src/views/tasks/plans/timetable/pasteTimes.ts';

const bell: BellSound = { file: 7, fileName: 'Bell', text: '' };
const times = (text: string, day: BellDay | null = null) =>
  readPasted(text, day).times.map((one) => (one.day === null ? one.time : `${one.day.id} ${one.time}`));

describe('pasted times', () => {
  it('are read from a line, a column, with seconds, full-width signs and AM or PM', () => {
    expect(times('08:00 08:40 08:50')).toEqual(['08:00:00', '08:40:00', '08:50:00']);
    expect(times('8:00\r\n8:40:30\r\n\r\n0950')).toEqual(['08:00:00', '08:40:30', '09:50:00']);
    expect(times('8：00、9：05，10.10')).toEqual(['08:00:00', '09:05:00', '10:10:00']);
    expect(times('8:00 AM\n12:30 PM\n1:05 p.m.\n12:10 am')).toEqual([
      '08:00:00',
      '12:30:00',
      '13:05:00',
      '00:10:00',
    ]);
  });

  it('tell what is no time, and take no number for one', () => {
    expect(readPasted('Period 1 08:00 25:00', null)).toEqual({
      times: [{ time: '08:00:00', day: null, sound: '' }],
      refused: ['Period', '1', '25:00'],
    });
  });

  it('have the sound of the cell beside them', () => {
    expect(readPasted('08:00\tBell\n08:40\tPlease go to class', null)).toEqual({
      times: [
        { time: '08:00:00', day: null, sound: 'Bell' },
        { time: '08:40:00', day: null, sound: 'Please go to class' },
      ],
      refused: [],
    });
  });

  it('have the day of their column: by the names of the first line, or from the day they are pasted at', () => {
    const table = 'Lesson\tMon\tTue\n1\t08:00\t08:10\n2\t08:45\t';
    expect(times(table)).toEqual(['1 08:00:00', '2 08:10:00', '1 08:45:00']);
    expect(times('星期三\t周四\n08:00\t09:00')).toEqual(['3 08:00:00', '4 09:00:00']);
    expect(times('월요일\n08:00')).toEqual(['1 08:00:00']);
    expect(times('08:00\t08:10', weekday(6))).toEqual(['6 08:00:00', '0 08:10:00']);
  });
});

describe('bells in the editor', () => {
  it('at the same time with the same sound are one, with the days of both', () => {
    const one = withBell([], newBell('08:00', onWeekdays([1]), bell));
    const two = withBell(one, newBell('8:00', onWeekdays([3]), { ...bell }));
    expect(two).toHaveLength(1);
    expect(two[0]?.weekdays).toEqual([1, 3]);
    expect(
      withBell(two, newBell('08:00', onWeekdays([1]), { file: null, fileName: '', text: 'Go' })),
    ).toHaveLength(2);
  });

  it('of a day are copied to others, which lose their own', () => {
    const bells = [
      newBell('08:00', onWeekdays([1]), bell),
      newBell('09:00', onWeekdays([2]), bell),
      newBell('10:00', onWeekdays([2, 5]), bell),
    ];
    const copied = copyDay(bells, weekday(1), [2, 3].map(weekday));
    expect(copied.map((one) => [one.time, one.weekdays])).toEqual([
      ['08:00', [1, 2, 3]],
      ['10:00', [5]],
    ]);
  });

  it('have weekdays or day types: one kind replaces the other', () => {
    const one = newBell('08:00', usualDays([{ id: 4 }]), bell);
    expect([one.weekdays, one.dayTypes]).toEqual([[], [4]]);
    const both = withDay(withDay(one, dayType(2), true), dayType(4), true);
    expect(both.dayTypes).toEqual([2, 4]);
    const monday = withDay(both, weekday(1), true);
    expect([monday.weekdays, monday.dayTypes]).toEqual([[1], []]);
    // Copied to a day type, the bells of Monday leave their weekdays.
    const moved = copyDay([monday, newBell('09:00', onWeekdays([2]), bell)], weekday(1), [dayType(2)]);
    expect(moved.map((each) => [each.weekdays, each.dayTypes])).toEqual([
      [[], [2]],
      [[2], []],
    ]);
  });

  it('pasted at a day type have that day type in all columns', () => {
    const { times: read } = readPasted('08:00\t08:10', dayType(3));
    expect(read.map((one) => one.day)).toEqual([dayType(3), dayType(3)]);
  });

  const saved: Timetable = {
    devices: [],
    orgs: [4],
    groups: [],
    others: 0,
    quiet: null,
    rows: [
      {
        id: 1,
        rev: 3,
        name: '08:00 Bell',
        start_time: '08:00:00',
        weekdays: [1, 2, 3, 4, 5],
        day_types: [],
        file: 7,
        file_name: 'Bell',
        textContent: '',
      },
      {
        id: 2,
        rev: 1,
        name: '09:00 Go',
        start_time: '09:00:00',
        weekdays: [6],
        day_types: [],
        file: null,
        file_name: '',
        textContent: 'Go',
      },
    ],
  };
  const targets = { devices: [], orgs: [4], groups: [] };

  it('make a body of what differs only', () => {
    const bells = draftsOf(saved);
    expect(bodyOf(saved, bells, targets)).toBeNull();
    const [first, second] = bells;
    if (first === undefined || second === undefined) throw new Error('two bells expected');
    const edited = byTime([newBell('7:30', usualDays([]), bell), { ...first, time: '8:05' }]);
    expect(bodyOf(saved, edited, targets)).toEqual({
      ...targets,
      rows: [
        {
          id: null,
          rev: null,
          start_time: '07:30:00',
          weekdays: [1, 2, 3, 4, 5],
          day_types: [],
          file: 7,
          textContent: '',
        },
        {
          id: 1,
          rev: 3,
          start_time: '08:05:00',
          weekdays: [1, 2, 3, 4, 5],
          day_types: [],
          file: 7,
          textContent: '',
        },
      ],
      removed: [{ id: 2, rev: 1 }],
    });
    expect(
      bodyOf(saved, [first, withDay(withDay(second, weekday(5), true), weekday(5), false)], targets),
    ).toBeNull();
    expect(bodyOf(saved, bells, { ...targets, orgs: [5] })?.rows).toHaveLength(2);
    expect(usualSound(bells)).toEqual(bell);
  });
});
