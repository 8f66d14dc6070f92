import { describe, expect, test } from 'vitest';
import { readCommand } from '../../../src/views/shell/palette/commands.ts';
import { rankOf } from '../../../src/views/shell/palette/screenMatch.ts';
import { stopNumbers } from '../../../src/views/shell/palette/stopNumbers.ts';

describe('commands', () => {
  test.each([
    ['volume 食堂 60', '食堂', 60],
    ['Volume North hall 5%', 'North hall', 5],
    ['vol st 100', 'st', 100],
    ['音量 食堂 60', '食堂', 60],
    ['音量食堂 60', '食堂', 60],
    ['食堂音量60', '食堂', 60],
    ['음량 식당 60', '식당', 60],
    ['볼륨 식당 60%', '식당', 60],
    ['식당 볼륨 60', '식당', 60],
    ['volume room 12 ６０', 'room 12', 60],
    ['volume hall', 'hall', null],
    ['volume hall 101', 'hall', null],
    ['volume', '', null],
    ['volume 60', '', 60],
  ])('%s: volume', (text, target, volume) => {
    expect(readCommand(text)).toEqual({ kind: 'volume', target, volume });
  });

  test.each([
    ['stop all in S02', 'S02'],
    ['stop S02', 'S02'],
    ['STOP ALL', ''],
    ['stop all South', 'South'],
    ['全部停止 南校区', '南校区'],
    ['停止在南校区', '南校区'],
    ['南校区全部停止', '南校区'],
    ['모두 정지 S02', 'S02'],
    ['S02 모두 정지', 'S02'],
  ])('%s: stop', (text, target) => {
    expect(readCommand(text)).toEqual({ kind: 'stop', target });
  });

  test.each([
    ['alarm 教学楼A', '教学楼A'],
    ['报警 教学楼A', '教学楼A'],
    ['경보 본관', '본관'],
  ])('%s: alarm', (text, target) => {
    expect(readCommand(text)).toEqual({ kind: 'alarm', target });
  });

  test.each(['', 'alarm', 'alarms', '报警控制', 'stopwatch', 'volumes', 'hall 60', '경보 '])(
    '%s: no command',
    (text) => {
      expect(readCommand(text)).toBeNull();
    },
  );
});

test('screens: those that begin with a word come first', () => {
  const ranks = (name: string) => rankOf(name, 'log');
  expect(['Logs', 'Task log', 'Dialogues', 'Home'].map(ranks)).toEqual([0, 1, 2, 3]);
});

test('a stop counts broadcasts and terminals of its zones, and alarms that continue', () => {
  const tasks = [
    { id: 1, task_type: 0 as const },
    { id: 2, task_type: 0 as const },
    { id: 9, task_type: 3 as const },
  ];
  const at = (org: number | null, task_id: number | null) => ({ org, task_id });
  const devices = [at(5, 1), at(5, 1), at(6, 2), at(7, 9), at(7, null), at(null, 2)];
  expect(stopNumbers(tasks as never, devices, new Set([5, 7]))).toEqual({
    broadcasts: 1,
    terminals: 2,
    alarms: 1,
  });
  expect(stopNumbers(tasks as never, devices, null)).toEqual({ broadcasts: 2, terminals: 4, alarms: 1 });
});
