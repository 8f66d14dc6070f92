import { describe, expect, test } from 'vitest';
import { report as reportSchema } from '../../../contract/terminal.ts';
import {
  type Ear,
  finalWhy,
  judge,
  notPlaying,
  type Playing,
  programmeLevel,
} from '../../../server/terminals/sound.ts';

const playing: Playing = {
  task_id: 5,
  tasks: 'Morning music',
  play_status: 2,
  why: { key: 'playing', params: { task: 'Morning music' } },
};
const said = (fields: object) => reportSchema.parse({ type: 'report', state: 'playing', ...fields });

/** Feeds one report per second and returns what was judged of each. */
function hear(
  reports: readonly object[],
  options: { playing?: Playing; loudAt?: (now: number) => number; volume?: number } = {},
) {
  const ear: Ear = { quietSince: null, receivedThen: 0 };
  return reports.map((fields, i) => {
    const now = 10_000 + i * 1000;
    const loudAt = options.loudAt?.(now) ?? 0;
    return judge(ear, options.playing ?? playing, said(fields), options.volume ?? 100, now, loudAt);
  });
}
const quiet = (received: number) => ({ level_db: -90, received });

describe('proof of delivery', () => {
  test('a terminal that plays what it is sent is ok, below −55 dBFS only because of its volume as well', () => {
    expect(hear([{ level_db: -16 }, { level_db: -54 }])).toEqual(['ok', 'ok']);
    // Volume 10 of 100 takes 40 dB away (contract/audio.ts).
    expect(hear([{ level_db: -60, volume: 10 }])).toEqual(['ok']);
    expect(programmeLevel(said({ level_db: -60, volume: 10 }), 100)).toBeCloseTo(-20);
  });

  test('one that is quiet while another of its broadcast sounds is silent after 2 s', () => {
    const reports = [1, 2, 3, 4].map((n) => quiet(n * 50));
    expect(hear(reports, { loudAt: (now) => now })).toEqual(['ok', 'ok', 'silent', 'silent']);
  });

  test('a quiet passage is no fault: the programme arrives and nobody sounds', () => {
    const reports = [1, 2, 3, 4, 5].map((n) => quiet(n * 50));
    expect(hear(reports)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    // The others were loud before the passage began.
    expect(hear(reports, { loudAt: () => 10_500 })).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  });

  test('what nobody is to hear is never missed, however little of it arrives', () => {
    const silence: Playing = { ...playing, isQuiet: true };
    expect(hear([quiet(50), quiet(50), quiet(50)], { playing: silence }).at(-1)).toBe('none');
    expect(hear([{ state: 'locked' }], { playing: silence })).toEqual(['locked']);
  });

  test('one that gets nothing, or does not play, is silent without any other to compare with', () => {
    expect(hear([quiet(50), quiet(50), quiet(50)]).at(-1)).toBe('silent');
    expect(hear([{ state: 'idle' }, { state: 'idle' }, { state: 'idle' }]).at(-1)).toBe('silent');
    expect(hear([{ state: 'unsynced' }, { state: 'unsynced' }, { state: 'unsynced' }]).at(-1)).toBe('silent');
  });

  test('sound that comes back ends it, and the 2 s start anew', () => {
    const reports = [quiet(1), quiet(1), quiet(1), { level_db: -20 }, quiet(2), quiet(2)];
    expect(hear(reports)).toEqual(['ok', 'ok', 'silent', 'ok', 'ok', 'ok']);
  });

  test('nobody is silent who should not sound: no broadcast, a pause, volume 0', () => {
    const reports = [quiet(1), quiet(1), quiet(1), quiet(1)];
    expect(hear(reports, { playing: notPlaying }).at(-1)).toBe('none');
    expect(hear(reports, { playing: { ...playing, play_status: 1 } }).at(-1)).toBe('none');
    expect(hear(reports, { volume: 0 }).at(-1)).toBe('none');
  });

  test('a browser without its click is locked, playing or not', () => {
    expect(hear([{ state: 'locked' }])).toEqual(['locked']);
    expect(hear([{ state: 'locked' }], { playing: notPlaying })).toEqual(['locked']);
  });
});

describe('why', () => {
  const state = {
    online: true,
    neverSeen: false,
    since: 1_700_000_000,
    sound: 'ok' as const,
    report: said({ level_db: -16 }),
    playing,
  };
  test.each([
    ['playing', {}],
    ['never_seen', { online: false, neverSeen: true }],
    ['lost_while_playing', { online: false }],
    ['offline', { online: false, playing: notPlaying }],
    ['locked', { sound: 'locked' as const }],
    ['unsynced', { sound: 'silent' as const, report: said({ state: 'unsynced' }) }],
    ['silent', { sound: 'silent' as const }],
    ['free', { playing: notPlaying }],
    ['free', { playing: notPlaying, report: said({ state: 'unsynced' }) }],
  ])('is %s', (key, change) => {
    expect(finalWhy({ ...state, ...change }).key).toBe(key);
  });

  test('names the broadcast and the level', () => {
    expect(finalWhy({ ...state, sound: 'silent', report: said({ level_db: -71.6 }) })).toEqual({
      key: 'silent',
      params: { task: 'Morning music', level: -72 },
    });
  });
});
