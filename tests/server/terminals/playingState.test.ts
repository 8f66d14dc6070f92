import { describe, expect, test } from 'vitest';
import { report as reportSchema } from '../../../contract/protocol/terminal.ts';
import {
  finalReason,
  notPlaying,
  type Playing,
} from '../../../server/site/terminals/gateway/playingState.ts';

const playing: Playing = {
  task_id: 5,
  tasks: 'Morning music',
  play_status: 2,
  reason: { key: 'playing', params: { task: 'Morning music' } },
};
const reportOf = (fields: object) => reportSchema.parse({ type: 'report', state: 'playing', ...fields });

describe('reason shown for a terminal', () => {
  const state = {
    online: true,
    neverSeen: false,
    behindRelay: null,
    away: null,
    since: 1_700_000_000,
    sound: 'ok' as const,
    report: reportOf({ level_db: -16 }),
    mute: null,
    isStale: false,
    playing,
    lostTask: null,
    delivery: null,
  };
  test.each([
    ['playing', {}],
    ['never_seen', { online: false, neverSeen: true }],
    [
      'telephone_off',
      { online: false, neverSeen: true, away: { key: 'telephone_off' as const, params: {} } },
    ],
    ['lost_while_playing', { online: false, lostTask: 5 }],
    // The broadcast began after the link was lost.
    ['offline', { online: false }],
    ['offline', { online: false, lostTask: 4 }],
    ['behind_relay', { online: false, behindRelay: 'North house', lostTask: 5 }],
    ['offline', { online: false, playing: notPlaying }],
    ['locked', { sound: 'locked' as const }],
    ['unsynced', { sound: 'silent' as const, report: reportOf({ state: 'unsynced' }) }],
    ['silent', { sound: 'silent' as const }],
    ['muted', { sound: 'silent' as const, mute: 'muted' as const }],
    ['no_level', { sound: 'silent' as const, mute: 'no_level' as const }],
    // One report of silence does not count yet.
    ['playing', { mute: 'no_level' as const }],
    ['no_report', { sound: 'unknown' as const, isStale: true }],
    ['no_report', { sound: 'silent' as const, isStale: true }],
    ['free', { playing: notPlaying }],
    ['free', { playing: notPlaying, report: reportOf({ state: 'unsynced' }) }],
  ])('is %s', (key, change) => {
    expect(finalReason({ ...state, ...change }).key).toBe(key);
  });

  test('names the broadcast and the level', () => {
    expect(finalReason({ ...state, sound: 'silent', report: reportOf({ level_db: -71.6 }) })).toEqual({
      key: 'silent',
      params: { task: 'Morning music', level: -72 },
    });
  });
});
