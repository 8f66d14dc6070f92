import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { CapturedChannel } from '../../../contract/protocol/terminalStatus.ts';
import { kindStateOf } from '../../../src/streams/kind.ts';
import { channelName, channelsText, loudestOf } from '../../../src/views/shared/terminals/capturerColumns.ts';
import { countByCounter, withCounter } from '../../../src/views/shared/terminals/kindFilter.ts';
import { speakingText } from '../../../src/views/terminals/xtts/xttsColumns.ts';
import { device } from '../terminals/rows.ts';

const t = ((key: string, params: object = {}) =>
  [key, ...Object.values(params)].join(' ')) as unknown as TFunction;
const channel = (n: number, level_db: number | null, state: CapturedChannel['state'] = 'idle') => ({
  channel: n,
  state,
  level_db,
  peak_db: level_db,
  io: null,
});

describe('columns of a capturer', () => {
  it('a channel is labelled by its name, else by its number', () => {
    const row = { channel_names: ['Stage', ''] };
    expect(channelName(row, 1, t)).toBe('Stage');
    expect(channelName(row, 2, t)).toBe('capturer.channelN 2');
    expect(channelName(row, 9, t)).toBe('capturer.channelN 9');
  });

  it('the loudest measured channel is shown', () => {
    expect(loudestOf({ status: null })).toBeNull();
    expect(loudestOf({ status: { channels: [channel(1, null)] } })).toBeNull();
    const channels = [channel(1, -40), channel(2, -12), channel(3, null), channel(4, -90)];
    expect(loudestOf({ status: { channels } })?.channel).toBe(2);
  });

  it('channels are counted, in amber when one is unavailable', () => {
    expect(channelsText({ status: null }, t)).toEqual({ main: '', detail: '—' });
    const text = channelsText({ status: { channels: [channel(1, -9, 'sending'), channel(2, -9)] } }, t);
    expect(text).toEqual({ main: '', detail: 'capturer.channelCount 2kit.listCommacapturer.sendingN 1' });
    const bad = channelsText({ status: { channels: [channel(1, null, 'failed')] } }, t);
    expect(bad).toMatchObject({ main: 'capturer.failedN 1', fault: true });
  });

  it('a TTS terminal shows its current text, waiting, or nothing while offline', () => {
    const status = { queue: 0, speaking: null, voices: [], spoken: 0, failed: 0 };
    expect(speakingText({ status: null, online: false }, t).detail).toBe('—');
    expect(speakingText({ status, online: true }, t).detail).toBe('xtts.idle');
    expect(speakingText({ status: { ...status, speaking: 'Hi' }, online: true }, t).detail).toBe('Hi');
  });
});

describe('counters of a kind', () => {
  const rows = [
    device({ id: 1 }),
    device({ id: 2, online: false }),
    device({ id: 3, online: false, fault: 'acknowledged' }),
    device({ id: 4, sound: 'locked' }),
    device({ id: 5, online: false, reason: { key: 'never_seen', params: {} } }),
  ];

  it('every terminal counts once, an acknowledged offline one as offline', () => {
    expect(rows.map(kindStateOf)).toEqual(['online', 'offline', 'offline_known', 'locked', 'expected']);
    expect(countByCounter(rows, undefined)).toEqual({
      ...{ all: 5, offline: 2, behind_relay: 0, expected: 1, locked: 1, online: 1 },
    });
    expect(countByCounter(rows, (row) => row.id > 2)).toEqual({
      ...{ all: 3, offline: 1, behind_relay: 0, expected: 1, locked: 1, online: 0 },
    });
  });

  it('a selected counter narrows the result of the other filters', () => {
    const base = (row: { id: number }) => row.id > 2;
    const shown = (filter: ReturnType<typeof withCounter>) =>
      rows.filter((row) => filter?.(row) ?? true).map((row) => row.id);
    expect(shown(withCounter(undefined, undefined))).toEqual([1, 2, 3, 4, 5]);
    expect(shown(withCounter(undefined, 'offline'))).toEqual([2, 3]);
    expect(shown(withCounter(base, 'offline'))).toEqual([3]);
    expect(shown(withCounter(base, 'all'))).toEqual([3, 4, 5]);
    expect(shown(withCounter(base, 'expected'))).toEqual([5]);
  });
});
