import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as codes from '../../contract/codes.ts';

const { codeTables, codeLabelKey, codeValues } = codes;

/** Values of the code tables, written out again here so that a slip in the contract shows. */
const expected: Record<string, (string | number)[]> = {
  taskType: [0, 1, 2, 3, 4, 5, 6, 7, 10, 888],
  audioSource: [0, 1, 2, 3, 4, 5, 99, 100, 101],
  terminalRole: [0, 1, 2, 3, 4],
  terminalRoleAlternate: [0, 1, 2, 3, 4],
  taskWeight: [
    'fixed_task_priority',
    'real_time_web_priority',
    'caster_task_priority',
    'linkage_task_priority',
    'wx_talk_task_priority',
    'gpio_set_task_priority',
  ],
  upgradeFeature: ['aoip.p', 'aoip.t', 'aoip.f', 'aoip.e'],
  ttsVoice: ['xiaoyan', 'xiaofeng'],
  audioSourceList: [0, 1],
  loopMode: [0, 1, 2, 3],
  playOrder: [0, 1],
  scheduleDay: [0, 1, 2, 3],
  weekday: [0, 1, 2, 3, 4, 5, 6],
  alarmStatus: [0, 1],
  callMode: ['default', 'low_latency', 'high_quality', 'through'],
  gpioTaskType: ['ordinary', 'link'],
  capturerMode: ['default', 'io'],
};
const states: Record<string, (string | number)[]> = {
  playStatus: [0, 1, 2, 3, 4],
  playbackAction: ['playing', 'paused', 'resume', 'stop'],
  onlineState: ['online', 'offline'],
  upgradeStatus: [
    'updating',
    'preparing_to_restart',
    'restarting',
    'reboot_successful',
    'upgrade_failed',
    'upgrade_not_supported',
    'device_not_online',
  ],
  taskValidity: ['in_effect', 'not_effective', 'expired', 'executing'],
  alarmState: ['not_started', 'starting', 'alarming', 'reset'],
  alarmPlanAction: ['start', 'stop', 'reset'],
  ttsAuthorization: ['opened', 'not_opened'],
};

describe('code tables', () => {
  it.each(Object.entries(expected))('%s has exactly the values devices and files use', (table, values) => {
    expect(codeValues(codeTables[table as codes.CodeTable])).toEqual(values);
  });

  it('names stand for the right task types', () => {
    expect(codes.taskType).toMatchObject({ casterShout: 2, syncTts: 6, control: 10, twoWayCall: 888 });
    expect(codes.audioSource).toMatchObject({
      mediaFile: 0,
      wechatMiniProgram: 4,
      microphone: 99,
      none: 100,
    });
    expect(codes.loopMode).toEqual({ listOnce: 0, listLoop: 1, trackLoop: 2, trackOnce: 3 });
    expect(codes.weekday.sunday).toBe(0);
    expect(codes.weekday.saturday).toBe(6);
  });

  it('each upgrade package feature belongs to its terminal role', () => {
    expect(codes.roleOfUpgradeFeature).toEqual({ 'aoip.p': 0, 'aoip.t': 3, 'aoip.f': 4, 'aoip.e': 2 });
  });

  it('types without a weight of their own borrow one', () => {
    const weights = codes.weightOfTaskType;
    expect(weights[codes.taskType.urlAudio]).toBe('real_time_web_priority');
    expect(weights[codes.taskType.syncTts]).toBe('real_time_web_priority');
    expect(weights[codes.taskType.capturer]).toBe('fixed_task_priority');
    expect(weights[codes.taskType.twoWayCall]).toBe('caster_task_priority');
    expect(Object.keys(weights).map(Number)).toEqual(codeValues(codes.taskType));
  });

  it('a table is a zod schema of its values', () => {
    const schema = z.enum(codes.taskType);
    expect(schema.parse(888)).toBe(888);
    expect(schema.safeParse(8).success).toBe(false);
    expect(schema.safeParse('scheduled').success).toBe(false);
  });

  it('label keys name table and value', () => {
    expect(codeLabelKey('taskType', 888)).toBe('codes.taskType.888');
    expect(codeLabelKey('upgradeFeature', 'aoip.p')).toBe('codes.upgradeFeature.aoip.p');
  });
});

describe('states', () => {
  it.each(Object.entries(states))('%s has exactly the values devices and files use', (table, values) => {
    expect(codeValues(codeTables[table as codes.CodeTable])).toEqual(values);
  });

  it('play status 0 free, 1 pause, 2 playing, 3 manual stop, 4 manual playing', () => {
    expect(codes.playStatus).toEqual({ free: 0, pause: 1, playing: 2, manualStop: 3, manualPlaying: 4 });
  });

  it('text build status is waiting, building, built, failed', () => {
    expect(codeValues(codes.textBuildStatus)).toEqual(['waiting', 'building', 'built', 'failed']);
  });
});
