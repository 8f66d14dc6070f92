import { describe, expect, it } from 'vitest';
import { planForm } from '../../contract/entities/tasks/plan.ts';
import { scheduledTaskForm, scheduledTaskPatch } from '../../contract/entities/tasks/scheduledTask.ts';

const task = {
  name: 'Bell',
  audio_source: 0,
  files: [1],
  orgs: [1],
  start_date: '2026-09-01',
  start_time: '08:00',
};
const faultsOf = (over: object) => {
  const read = scheduledTaskForm.safeParse({ ...task, ...over });
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
};

describe('the rules of a saved task', () => {
  it('takes the least that a bell needs, with the default of every other field', () => {
    expect(scheduledTaskForm.parse(task)).toMatchObject({
      start_time: '08:00:00',
      end_date: null,
      advancePlayTime: 0,
      schedule_day: 0,
      enabled: true,
      plan_id: null,
    });
  });

  it('the start date must not be after the end date', () => {
    expect(faultsOf({ end_date: '2026-08-31' })).toEqual(['end_date rules.dateOrder']);
    expect(faultsOf({ end_date: '2026-09-01' })).toEqual([]);
    expect(faultsOf({ start_date: '2026-02-30' })).toEqual(['start_date rules.date']);
    expect(faultsOf({ start_time: '24:00' })).toEqual(['start_time rules.time']);
  });

  it('a duration must be greater than 0', () => {
    expect(faultsOf({ duration: 0 })).toEqual(['duration rules.duration']);
    expect(faultsOf({ duration: 1 })).toEqual([]);
  });

  it.each([
    [{ files: [] }, 'files rules.selectMedia'],
    [{ audio_source: 1 }, 'textContent rules.selectTts'],
    [{ audio_source: 2, duration: 60 }, 'radio rules.selectRadio'],
    [{ audio_source: 3, duration: 60 }, 'capturer rules.selectCapturer'],
    [{ audio_source: 3, duration: 60, capturer: 1 }, 'capturer_channel rules.selectCapturer'],
    [{ audio_source: 5, duration: 60, url: 'file:///etc' }, 'url rules.url'],
    [{ audio_source: 101 }, 'control_action rules.selectControl'],
    [{ orgs: [] }, 'devices rules.selectDevice'],
    [{ schedule_day: 2 }, 'weekday_flags rules.selectWeekday'],
  ])('asks for what must be selected: %j', (over, fault) => {
    expect(faultsOf(over)).toEqual([fault]);
  });

  it('requires an end for sources without an end', () => {
    expect(faultsOf({ loop: 1 })).toEqual(['end_time rules.endNeeded']);
    expect(faultsOf({ audio_source: 100, count: 3 })).toEqual(['end_time rules.endNeeded']);
    for (const over of [
      { loop: 1, count: 2 },
      { loop: 2, duration: 9 },
      { loop: 1, end_time: '07:00' },
    ])
      expect(faultsOf(over)).toEqual([]);
    expect(faultsOf({ end_time: '08:00:00' })).toEqual(['end_time rules.endTime']);
  });

  it('manual execution is converted to daily', () => {
    const read = scheduledTaskForm.parse({ ...task, schedule_day: 3, weekday_flags: [1] });
    expect(read).toMatchObject({ schedule_day: 0, weekday_flags: [] });
  });

  it('a change keeps the fields that it does not contain', () => {
    expect(scheduledTaskPatch.parse({ name: 'Gong' })).toEqual({ name: 'Gong' });
  });
});

describe('plans', () => {
  const plan = { name: 'Term', start_date: '2026-09-01', end_date: '2027-01-31' };
  const exception = { start_date: '2026-10-01', end_date: '2026-10-07', action: 'skip' };
  it('have dates in order, and exceptions with a replacement', () => {
    expect(planForm.parse({ ...plan, exceptions: [exception] }).exceptions).toHaveLength(1);
    for (const [over, path] of [
      [{ end_date: '2026-08-01' }, 'end_date'],
      [{ exceptions: [{ ...exception, end_date: '2026-09-30' }] }, 'exceptions.0.end_date'],
      [{ exceptions: [{ ...exception, action: 'weekday' }] }, 'exceptions.0.weekday'],
      [{ exceptions: [{ ...exception, action: 'plan' }] }, 'exceptions.0.plan_id'],
    ] as const)
      expect(planForm.safeParse({ ...plan, ...over }).error?.issues.map((one) => one.path.join('.'))).toEqual(
        [path],
      );
  });
});
