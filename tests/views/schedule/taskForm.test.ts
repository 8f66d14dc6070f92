import { describe, expect, it } from 'vitest';
import { scheduledTaskForm } from '../../../contract/entities/tasks/scheduledTask.ts';
import { readTimeOfDay } from '../../../src/views/kit/time/lengths.ts';
import {
  newTask,
  suggestedTaskName,
  taskBody,
  taskResolver,
} from '../../../src/views/tasks/schedule/taskForm.ts';

const now = Date.parse('2026-11-21T15:58:10+08:00');
const fresh = () => newTask(now, 'Asia/Shanghai', 7);

describe('a new task', () => {
  it('begins today at the next five minutes of the site, in the selected plan', () => {
    expect(fresh()).toMatchObject({ start_date: '2026-11-21', start_time: '16:00:00', plan_id: 7 });
    expect(newTask(Date.parse('2026-11-21T15:58:10Z'), 'Asia/Shanghai', null).start_date).toBe('2026-11-22');
  });

  it('requires source and targets, with errors at the fields', async () => {
    const check = taskResolver(() => '');
    const { errors } = await check(fresh(), undefined, { fields: {}, shouldUseNativeValidation: false });
    expect(Object.keys(errors).sort()).toEqual(['devices', 'files', 'name']);
  });

  it('is named after its source without a name of its own', async () => {
    const check = taskResolver(() => 'Bell');
    const values = { ...fresh(), files: [3], orgs: [1] };
    const { values: body } = await check(values, undefined, { fields: {}, shouldUseNativeValidation: false });
    expect(body).toMatchObject({ name: 'Bell', files: [3], orgs: [1] });
    expect(suggestedTaskName({ ...values, audio_source: 1, textContent: ' Good\nmorning ' }, 'Bell')).toBe(
      'Good morning',
    );
  });
});

describe('body of the call', () => {
  it('has only the fields of the chosen source', () => {
    const values = {
      ...fresh(),
      files: [3],
      file_group: 4,
      textContent: 'Words',
      radio: 5,
      url: 'https://site/stream',
      control_action: 'volume' as const,
      control_volume: 20,
      orgs: [1],
    };
    const sent = (change: Partial<typeof values>) => {
      const body = taskBody({ ...values, ...change }, 'Name');
      return [
        body.files.length,
        body.file_group,
        body.textContent,
        body.radio,
        body.url,
        body.control_action,
      ];
    };
    expect(sent({})).toEqual([1, null, '', null, '', null]);
    expect(sent({ fileBy: 'group' })).toEqual([0, 4, '', null, '', null]);
    expect(sent({ audio_source: 1 })).toEqual([0, null, 'Words', null, '', null]);
    expect(sent({ audio_source: 2 })).toEqual([0, null, '', 5, '', null]);
    expect(sent({ audio_source: 5 })).toEqual([0, null, '', null, 'https://site/stream', null]);
    expect(sent({ audio_source: 101 })).toEqual([0, null, '', null, '', 'volume']);
  });

  it('has null for no plan, and passes the schema of the server', () => {
    const body = taskBody({ ...newTask(now, 'Asia/Shanghai', null), name: 'Bell', files: [3], orgs: [1] });
    expect(body.plan_id).toBeNull();
    expect(scheduledTaskForm.safeParse(body).success).toBe(true);
  });
});

describe('parsing a time of day', () => {
  it.each([
    ['8', '08:00:00'],
    ['8:30', '08:30:00'],
    ['0830', '08:30:00'],
    ['23:59:59', '23:59:59'],
    ['08：05', '08:05:00'],
  ])('%s is %s', (typed, time) => expect(readTimeOfDay(typed)).toBe(time));

  it.each(['24:00', '8:75', 'noon', '', '8:30 pm'])('%s is no time', (typed) =>
    expect(readTimeOfDay(typed)).toBeNull(),
  );
});
