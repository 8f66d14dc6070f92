import { describe, expect, it } from 'vitest';
import cn from '../../locales/cn.json';
import en from '../../locales/en.json';
import kr from '../../locales/kr.json';
import { compareStatus } from '../../src/views/kit/grid/columns.ts';
import { glyphs } from '../../src/views/kit/status/glyphs.ts';
import { type StatusName, statuses } from '../../src/views/kit/status/status.ts';

/** Status vocabulary: name, cn, en, kr, mark (f fault, F known fault, a alarm outline, A alarm). */
const vocabulary: [StatusName, string, string, string, string][] = [
  ['playing', '播放中', 'Playing', '재생 중', ''],
  ['manual_playing', '手动播放', 'Manual play', '수동 재생', ''],
  ['paused', '暂停', 'Paused', '일시 정지', ''],
  ['manual_stop', '手动停止', 'Manual stop', '수동 정지', ''],
  ['free', '空闲', 'Free', '유휴', ''],
  ['updating', '升级中', 'Updating', '업그레이드 중', ''],
  ['found', '待接入', 'Found', '발견됨', ''],
  ['expected', '尚未接入', 'Expected', '미접속', ''],
  ['offline', '离线', 'Offline', '오프라인', 'f'],
  ['offline_known', '离线', 'Offline', '오프라인', 'F'],
  ['behind_relay', '中继断线', 'Relay lost', '중계기 끊김', 'F'],
  ['no_sound', '无声', 'No sound', '무음', 'f'],
  ['not_known', '未知', 'Unknown', '알 수 없음', ''],
  ['preempted', '已打断', 'Pre-empted', '중단됨', ''],
  ['waiting', '等待', 'Waiting', '순서 대기', ''],
  ['skipped', '已跳过', 'Skipped', '건너뜀', ''],
  ['conflict', '冲突', 'Conflict', '충돌', 'f'],
  ['not_started', '未启动', 'Not started', '시작 전', ''],
  ['starting', '启动中', 'Starting', '시작 중', 'a'],
  ['in_alarm', '报警中', 'In alarm', '경보 중', 'A'],
  ['silenced', '已静音', 'Silenced', '음소거됨', 'a'],
  ['reset', '已复位', 'Reset', '복구됨', ''],
  ['alarm_stopped', '已停止', 'Stopped', '정지됨', ''],
  ['alarm_cancelled', '已取消', 'Cancelled', '취소됨', ''],
  ['fault_new', '新', 'New', '신규', 'f'],
  ['fault_acknowledged', '已确认', 'Acknowledged', '확인됨', 'F'],
  ['fault_resolved', '已恢复', 'Resolved', '해제됨', ''],
  ['preparing_to_restart', '准备重启', 'Preparing to restart', '재시작 준비', ''],
  ['restarting', '重启中', 'Restarting', '재시작 중', ''],
  ['reboot_successful', '重启成功', 'Reboot successful', '재시작 완료', ''],
  ['upgrade_failed', '升级失败', 'Upgrade failed', '업그레이드 실패', 'f'],
  ['upgrade_not_supported', '不支持升级', 'Upgrade not supported', '업그레이드 미지원', ''],
  ['device_not_online', '终端不在线', 'Device not online', '단말 오프라인', ''],
  ['not_effective', '未生效', 'Not effective', '적용 전', ''],
  ['in_effect', '生效中', 'In effect', '적용 중', ''],
  ['executing', '执行中', 'Executing', '실행 중', ''],
  ['expired', '已过期', 'Expired', '만료됨', ''],
];
const tones: Record<string, string> = { f: 'fault', F: 'faultOutline', a: 'alarmOutline', A: 'alarm' };

describe('status vocabulary', () => {
  it.each(vocabulary)(
    '%s has its texts in three languages and its mark',
    (name, chinese, english, korean, mark) => {
      const words = [cn.status, en.status, kr.status].map((all) => (all as Record<string, string>)[name]);
      expect(words).toEqual([chinese, english, korean]);
      const { tone, glyph } = statuses[name];
      if (mark === '') expect(['grey', 'strong']).toContain(tone);
      else expect(tone).toBe(tones[mark]);
      expect(glyphs[glyph]).toMatch(/^[Mm]/);
    },
  );

  it('shape repeats colour: fault is a triangle, known fault its outline, alarm a square', () => {
    for (const { tone, glyph } of Object.values(statuses)) {
      if (tone === 'fault') expect(glyph).toBe('warning');
      if (tone === 'faultOutline') expect(glyph).toBe('warningOutline');
      if (tone === 'alarm') expect(glyph).toBe('alarm');
    }
  });

  it('abnormal states sort first', () => {
    const order: StatusName[] = ['free', 'offline_known', 'playing', 'offline', 'in_alarm', 'no_sound'];
    expect(order.sort(compareStatus)).toEqual([
      'in_alarm',
      'offline',
      'no_sound',
      'offline_known',
      'playing',
      'free',
    ]);
  });
});
