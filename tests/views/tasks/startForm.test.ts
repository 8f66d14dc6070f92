import { describe, expect, it } from 'vitest';
import {
  presetOf,
  startBody,
  startDefaults,
  startForm,
  suggestedName,
} from '../../../src/views/shared/startTask/startForm.ts';
import type { TaskDetail } from '../../../src/views/shared/startTask/useTask.ts';

const complete = { ...startDefaults({ files: [3, 1], devices: [7] }), name: 'Bell' };
const faultsOf = (values: object) =>
  Object.fromEntries(
    (startForm.safeParse(values).error?.issues ?? []).map((one) => [one.path.join('.'), one.message]),
  );

describe('form of a real-time task', () => {
  it('takes over the selection made before it opened', () => {
    expect(startDefaults({ files: [3, 1], devices: [7], orgs: [2] })).toMatchObject({
      files: [3, 1],
      devices: [7],
      orgs: [2],
    });
    expect(startForm.safeParse(complete).success).toBe(true);
  });

  it('takes over an ended task with the terminals that it had', () => {
    const task = {
      name: 'Assembly',
      audio_source: 0,
      priority: 70,
      volume: 30,
      play_order: 1,
      loop: 2,
      interval_time: 5,
      duration: 90,
      resume_policy: 'position',
      items: [{ file_id: 4 }, { file_id: null }, { file_id: 4 }],
      textContent: '',
      asked: null,
    } as unknown as TaskDetail;
    const values = startDefaults(presetOf(task, [8, 9]));
    expect(startForm.safeParse(values).success).toBe(true);
    expect(startBody(values)).toMatchObject({
      name: 'Assembly',
      files: [4, 4],
      devices: [8, 9],
      priority: 70,
      volume: 30,
      play_order: 1,
      loop: 2,
      interval_time: 5,
      duration: 90,
      resume_policy: 'position',
    });
    expect(presetOf({ ...task, audio_source: 1, duration: 0, textContent: 'Attention' }, [])).toMatchObject({
      audio_source: 1,
      textContent: 'Attention',
      limited: false,
    });
  });

  it('takes over the original request where it is known: station, voice, zones and groups', () => {
    const { limited: _limited, ...stored } = {
      ...complete,
      audio_source: 1 as const,
      textContent: 'Attention',
      voiceName: 'xiaofeng' as const,
      devices: [],
      orgs: [2],
      groups: [5],
      duration: 30,
    };
    const again = startDefaults(presetOf({ asked: stored } as unknown as TaskDetail, [8]));
    expect(startBody(again)).toEqual({ ...stored, files: [] });
  });

  it('requires media, a text, and terminals, with errors at the fields', () => {
    expect(faultsOf({ ...complete, files: [] })).toEqual({ files: 'rules.selectMedia' });
    expect(faultsOf({ ...complete, audio_source: 1 })).toEqual({ textContent: 'rules.selectTts' });
    expect(faultsOf({ ...complete, devices: [] })).toEqual({ devices: 'rules.selectDevice' });
    expect(faultsOf({ ...complete, files: [], devices: [] })).toEqual({
      files: 'rules.selectMedia',
      devices: 'rules.selectDevice',
    });
  });

  it('requires a duration greater than 0 where one is given', () => {
    expect(faultsOf({ ...complete, limited: true })).toEqual({ duration: 'rules.duration' });
    expect(faultsOf({ ...complete, limited: true, duration: 1 })).toEqual({});
    expect(faultsOf({ ...complete, limited: false, duration: 0 })).toEqual({});
  });

  it('sends only the fields of the chosen source', () => {
    const both = { ...complete, textContent: 'Attention', duration: 90 };
    expect(startBody(both)).toMatchObject({ files: [3, 1], textContent: '', duration: 0 });
    expect(startBody({ ...both, audio_source: 1, limited: true })).toMatchObject({
      files: [],
      textContent: 'Attention',
      duration: 90,
    });
    expect(startBody(both)).not.toHaveProperty('limited');
  });

  it('names a task after its first file or the beginning of its text, within 50 characters', () => {
    expect(suggestedName({ audio_source: 0, textContent: 'x' }, 'Morning bell')).toBe('Morning bell');
    expect(suggestedName({ audio_source: 1, textContent: '  请注意\n 现在集合 ' }, 'Morning bell')).toBe(
      '请注意 现在集合',
    );
    expect([...suggestedName({ audio_source: 1, textContent: '𠮷'.repeat(80) }, '')]).toHaveLength(50);
    expect(suggestedName({ audio_source: 0, textContent: '' }, '')).toBe('');
  });
});
