import { describe, expect, it } from 'vitest';
import type { LinkageTaskLive } from '../../../contract/entities/tasks/linkageTask.ts';
import { reachText } from '../../../src/views/emergency/linkageTasks/linkageColumns.ts';
import {
  linkageBody,
  linkageSchema,
  linkageValues,
  newLinkageTask,
} from '../../../src/views/emergency/linkageTasks/linkageForm.ts';
import { linkageKind } from '../../../src/views/emergency/linkageTasks/linkageKind.tsx';

const t = ((key: string, more: object = {}) => [key, ...Object.values(more)].join(' ')) as never;

describe('form of a linkage task', () => {
  it('reports all missing values at once', () => {
    const { error } = linkageSchema.safeParse(newLinkageTask(null));
    expect(error?.issues.map(({ path }) => path.join('.')).sort()).toEqual(['devices', 'files', 'name']);
  });

  it('sends only the fields of its source', () => {
    const values = {
      ...newLinkageTask(3),
      name: ' Leave ',
      files: [1],
      textContent: 'Leave now',
      preset_text: 4,
      orgs: [3],
    };
    expect(linkageBody(values)).toMatchObject({
      name: 'Leave',
      files: [1],
      textContent: '',
      preset_text: null,
    });
    expect(linkageBody({ ...values, audio_source: 1, textBy: 'text' })).toMatchObject({
      files: [],
      textContent: 'Leave now',
      preset_text: null,
    });
    expect(linkageBody({ ...values, audio_source: 1, textBy: 'preset' })).toMatchObject({
      textContent: '',
      preset_text: 4,
    });
    // A silent source has neither tone nor volume.
    expect(linkageBody({ ...values, audio_source: 100 })).toMatchObject({ tone: 'none', volume: null });
  });

  it('shows a saved task as it was made', () => {
    const saved = linkageSchema.parse({ ...newLinkageTask(3), name: 'Leave', files: [1, 1], orgs: [3] });
    const row = { ...saved, id: 7, rev: 1, created_at: 0 };
    expect(linkageBody(linkageValues(row))).toEqual(saved);
    expect(linkageValues({ ...row, audio_source: 1, preset_text: 4 }).textBy).toBe('preset');
  });
});

describe('list of linkage tasks', () => {
  it('shows a task without reachable targets, and the number of unreachable ones', () => {
    expect(reachText({ targets: 0, online: 0, behind_relay: 0 }, t)).toMatchObject({ fault: true });
    expect(reachText({ targets: 1200, online: 1198, behind_relay: 0 }, t)).toEqual({
      main: '1,200',
      detail: 'linkage.offline 2',
      fault: true,
    });
    expect(reachText({ targets: 4, online: 4, behind_relay: 0 }, t)).toEqual({
      main: '4',
      detail: 'linkage.allOnline',
    });
    expect(reachText({ targets: 4, online: 1, behind_relay: 3 }, t)).toEqual({
      main: '4',
      detail: 'home.behindRelay 3',
      fault: false,
    });
  });

  it('locks tasks that an alarm plays, and marks those that no plan uses', () => {
    const row = {
      ...newLinkageTask(null),
      plans: [],
      plans_elsewhere: 0,
      playing: true,
      ready: true,
    } as unknown as LinkageTaskLive;
    expect(linkageKind.locked(row)).toBe(true);
    expect(linkageKind.stateOf(row)).toBe('alarm_playing');
    expect(linkageKind.passes.used?.(row, 'false')).toBe(true);
    expect(linkageKind.passes.used?.({ ...row, plans: ['Fire'] }, 'false')).toBe(false);
    expect(linkageKind.passes.used?.({ ...row, plans_elsewhere: 1 }, 'true')).toBe(true);
  });
});
