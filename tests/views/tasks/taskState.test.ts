import { describe, expect, it } from 'vitest';
import { playStatus } from '../../../contract/codes.ts';
import { isSettling } from '../../../src/views/shared/startTask/settling.ts';
import {
  isLastItem,
  playStatusOf,
  taskProgress,
  taskState,
} from '../../../src/views/shared/startTask/taskState.ts';
import { progressOf } from '../../../src/views/tasks/live/ProgressCell.ts';
import { sinceText, soundingOf } from '../../../src/views/tasks/live/taskColumns.ts';
import { summaryOf } from '../../../src/views/tasks/live/useTaskSummary.ts';
import { broadcastRow } from './rows.ts';

const at = (seconds: number) => 1_010_000 + seconds * 1000;
/** Returns keys and values instead of texts. */
const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as never;

describe('state of a task', () => {
  it('is a fault when no terminal is heard, but not in the first five seconds of a start or of an item', () => {
    const mute = broadcastRow({ sounding: 0, silent: 4 });
    expect(taskState(mute, at(4))).toBe('playing');
    expect(taskState(mute, at(6))).toBe('no_sound');
    expect(taskState({ ...mute, started_at: 1012 }, at(6))).toBe('playing');
    expect(taskState(broadcastRow(), at(60))).toBe('playing');
    expect(taskState({ ...mute, state: 'paused' }, at(60))).toBe('paused');
    expect(taskState({ ...mute, state: 'waiting' }, at(60))).toBe('waiting');
  });

  it('gates the buttons by the play status: a task started by a person is manual playing', () => {
    expect(playStatusOf(broadcastRow())).toBe(playStatus.manualPlaying);
    expect(playStatusOf(broadcastRow({ started_by: '' }))).toBe(playStatus.playing);
    expect(playStatusOf(broadcastRow({ state: 'waiting' }))).toBe(playStatus.manualPlaying);
    expect(playStatusOf(broadcastRow({ state: 'paused' }))).toBe(playStatus.pause);
  });

  it('is counted, with the existing types', () => {
    const rows = [
      broadcastRow({ id: 1, sounding: 0 }),
      broadcastRow({ id: 2, state: 'paused', task_type: 0 }),
      broadcastRow({ id: 3 }),
    ];
    expect(summaryOf(rows, at(60))).toMatchObject({
      counts: { all: 3, no_sound: 1, playing: 1, paused: 1 },
      types: [0, 1],
    });
  });
});

describe('progress of a task', () => {
  it('advances from its anchor while it plays, and stops while it is paused', () => {
    expect(taskProgress(broadcastRow(), at(20))).toEqual({
      itemMs: 30_000,
      itemTotalMs: 60_000,
      played_ms: 30_000,
      left_ms: 90_000,
    });
    expect(taskProgress(broadcastRow({ state: 'paused' }), at(20))).toMatchObject({
      played_ms: 10_000,
      left_ms: 110_000,
    });
  });

  it('advances while all its terminals are pre-empted, unless it resumes where it was', () => {
    const live = broadcastRow({ state: 'waiting' });
    expect(taskProgress(live, at(20)).played_ms).toBe(30_000);
    expect(taskProgress({ ...live, resume_policy: 'position' }, at(20)).played_ms).toBe(10_000);
  });

  it('never passes the end of the task or of the item, and never runs backwards', () => {
    expect(taskProgress(broadcastRow(), at(10_000))).toEqual({
      itemMs: 60_000,
      itemTotalMs: 60_000,
      played_ms: 120_000,
      left_ms: 0,
    });
    expect(taskProgress(broadcastRow(), at(-5))).toMatchObject({ played_ms: 10_000, left_ms: 110_000 });
  });

  it('has no remaining time when it loops', () => {
    const looped = broadcastRow({ left_ms: null, loop: 1 });
    expect(progressOf(taskProgress(looped, at(20)), 'loops', t)).toEqual({
      played: '30 common.secondsUnit',
      left: 'loops',
      share: null,
    });
    expect(progressOf(taskProgress(broadcastRow(), at(20)), 'loops', t)).toEqual({
      played: '30 common.secondsUnit',
      left: '−00:01:30',
      share: 0.25,
    });
  });

  it('detects the last item, where "next" would end the task', () => {
    expect(isLastItem(broadcastRow())).toBe(false);
    expect(isLastItem(broadcastRow({ left_ms: 50_000 }))).toBe(true);
    expect(isLastItem(broadcastRow({ left_ms: null, item_count: 1 }))).toBe(false);
  });
});

describe('targets of a task', () => {
  it('missing ones are named; pre-empted terminals are normal, silent and lost ones are a fault', () => {
    expect(soundingOf(broadcastRow(), t)).toEqual({ main: '4 / 4', detail: '', fault: false });
    expect(soundingOf(broadcastRow({ sounding: 3, preempted: 1 }), t)).toEqual({
      main: '3 / 4',
      detail: 'task.missing.preempted 1',
      fault: false,
    });
    expect(soundingOf(broadcastRow({ sounding: 1, silent: 1, offline: 2 }), t)).toMatchObject({
      main: '1 / 4',
      detail: 'task.missing.silent 1kit.listCommatask.missing.offline 2',
      fault: true,
    });
    const waits = broadcastRow({ state: 'waiting', sounding: 0, silent: 4, waiting_for: 2 });
    expect(soundingOf(waits, t)).toEqual({ main: '0 / 4', detail: 'task.waitingFor 2' });
    expect(taskProgress(waits, at(60)).played_ms).toBe(waits.position_ms);
    expect(soundingOf(broadcastRow({ state: 'paused', sounding: 0, silent: 4 }), t)).toMatchObject({
      detail: '',
      fault: false,
    });
  });
});

describe('start of a task', () => {
  it("is a time today and has a date on any other day, in the site's time zone", () => {
    const noon = Date.UTC(2026, 2, 12, 4, 0, 0);
    expect(sinceText(noon / 1000, noon, 'Asia/Shanghai')).toBe('12:00:00');
    expect(sinceText(noon / 1000 - 86_400, noon, 'Asia/Shanghai')).toBe('2026-03-11 12:00:00');
  });
});

describe('an ended task', () => {
  it('is fetched until its end and its last reports are stored', () => {
    expect(isSettling(null, at(0))).toBe(true);
    expect(isSettling(1010, at(7))).toBe(true);
    expect(isSettling(1010, at(9))).toBe(false);
  });
});
