import { describe, expect, it } from 'vitest';
import en from '../../../locales/en.json';
import { firstSoundText, targetReason, targetStatus } from '../../../src/views/shared/targets/targetText.ts';

const t = ((key: string, values: Record<string, unknown> = {}) => {
  const text = (en.reason as Record<string, string>)[key.slice('reason.'.length)] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}) as never;
const zone = 'Asia/Shanghai';

describe("reason of a terminal's sound", () => {
  it('names the other task', () => {
    expect(targetReason({ key: 'preempted', params: { task: 'Alarm' } }, t, zone)).toBe(
      'pre-empted by Alarm',
    );
    expect(targetReason({ key: 'preempted', params: { task: 'Music', by: 'Alarm' } }, t, zone)).toBe(
      'pre-empted by Alarm',
    );
    expect(targetReason({ key: 'waiting', params: { task: 'Page' } }, t, zone)).toBe('waiting behind Page');
    expect(targetReason({ key: 'offline', params: { task: 'Music' } }, t, zone)).toBe('No heartbeat');
    const behind = { key: 'behind_relay', params: { task: 'Music', relay: 'North house' } } as const;
    expect(targetReason(behind, t, zone)).toContain('behind the relay North house');
    expect(targetStatus({ state: 'behind_relay', first_sound_at: null, reason: behind })).toBe(
      'behind_relay',
    );
    expect(targetReason({ key: 'offline', params: { since: 1000 } }, t, zone)).toBe(
      'No heartbeat since 08:16:40',
    );
    expect(targetReason({ key: 'silent', params: { task: 'Music', level: -80 } }, t, zone)).toBe(
      'expected to sound; level −80',
    );
  });

  it('is omitted where it is heard, or was to the end', () => {
    expect(targetReason({ key: 'playing', params: { task: 'Music' } }, t, zone)).toBe('');
    expect(targetReason(null, t, zone)).toBe('');
  });
});

describe('proof of a terminal', () => {
  it('shows the first sample to the millisecond', () => {
    expect(firstSoundText(1_000_007, 'never', zone)).toBe('08:16:40.007');
    expect(firstSoundText(null, 'never', zone)).toBe('never');
  });

  it('shows a terminal that was never heard as silent, unless that was intended', () => {
    const mute = { first_sound_at: null, reason: null };
    expect(targetStatus({ ...mute, state: 'ended' })).toBe('no_sound');
    expect(targetStatus({ ...mute, state: 'ended', reason: { key: 'offline', params: {} } })).toBe(
      'no_sound',
    );
    expect(targetStatus({ ...mute, state: 'ended', reason: { key: 'waiting', params: {} } })).toBe('skipped');
    const behind = { key: 'behind_relay', params: { relay: 'North house' } };
    expect(targetStatus({ ...mute, state: 'ended', reason: behind })).toBe('behind_relay');
    expect(targetStatus({ ...mute, state: 'ended', first_sound_at: 5 })).toBe('reset');
    expect(targetStatus({ ...mute, state: 'silent' })).toBe('no_sound');
    const waits = { key: 'start_waits', params: {} } as const;
    expect(targetStatus({ ...mute, state: 'silent', reason: waits })).toBe('waiting');
    expect(targetStatus({ ...mute, state: 'preempted' })).toBe('preempted');
  });
});
