import { describe, expect, test } from 'vitest';
import { report as reportSchema } from '../../../../contract/protocol/terminal.ts';
import { notPlaying, type Playing } from '../../../../server/site/terminals/gateway/playingState.ts';
import { programmeLevel, SoundMonitor } from '../../../../server/site/terminals/gateway/soundMonitor.ts';

const playing: Playing = {
  task_id: 5,
  tasks: 'Morning music',
  play_status: 2,
  reason: { key: 'playing', params: { task: 'Morning music' } },
};
const LOUD_DB = -16;
/** Due levels, by second; undefined: unknown. */
const programme = (...levels: (number | undefined)[]): Playing => ({
  ...playing,
  levelAt: (us) => levels[Math.floor(us / 1_000_000)] ?? null,
});
const loud: Playing = { ...playing, levelAt: () => LOUD_DB };
const reportOf = (fields: object) =>
  reportSchema.parse({ type: 'report', state: 'playing', stream: 5, ...fields });

/**
 * Feeds one report per second, of the same second of the programme; returns each verdict, and if it is proof.
 */
function hear(reports: readonly object[], due: Playing = playing, volume = 100) {
  const monitor = new SoundMonitor();
  const judged = reports.map((fields, i) => {
    const report = reportOf({ position_us: i * 1_000_000 + 500_000, received: i * 50, ...fields });
    return {
      sound: monitor.judge(report, due, volume, 10_000 + i * 1000),
      audible: monitor.audible,
      mute: monitor.mute,
    };
  });
  return { sounds: judged.map(({ sound }) => sound), proof: judged.map(({ audible }) => audible), monitor };
}
const times = (n: number, fields: object) => Array.from({ length: n }, () => fields);

describe('proof of delivery', () => {
  test('a terminal that plays its stream is ok; its level may be below −55 dBFS because of its volume', () => {
    expect(hear([{ level_db: -16 }, { level_db: -54 }], loud)).toMatchObject({
      sounds: ['ok', 'ok'],
      proof: [true, true],
    });
    // Volume 10 of 100 attenuates by 40 dB (contract/protocol/audio.ts).
    expect(hear([{ level_db: -60, volume: 10 }], loud).proof).toEqual([true]);
    expect(programmeLevel(reportOf({ level_db: -60 }), 10)).toBeCloseTo(-20);
  });

  test('silence in a loud programme at a single terminal is no proof, and a fault after 2 s', () => {
    const { sounds, proof, monitor } = hear(times(12, { level_db: -120 }), loud);
    expect(sounds.slice(0, 4)).toEqual(['ok', 'ok', 'silent', 'silent']);
    expect(new Set(sounds.slice(2))).toEqual(new Set(['silent']));
    expect(new Set(proof)).toEqual(new Set([false]));
    expect(monitor.mute).toBe('no_level');
  });

  test('a quiet passage is neither fault nor loss of proof; nor is it proof for a terminal that was mute before', () => {
    const quiet = times(6, { level_db: -90 });
    expect(hear(quiet, { ...playing, levelAt: () => -80 })).toMatchObject({
      sounds: quiet.map(() => 'ok'),
      proof: quiet.map(() => true),
    });
    const mixed = programme(-16, -16, -16, -90, -90, -90, -90);
    expect(hear(times(7, { level_db: -120 }), mixed).sounds.at(-1)).toBe('silent');
    // A single report during a change of volume.
    const once = programme(-16, -90, -90, -90, -90, -90);
    expect(hear(times(6, { level_db: -120 }), once).sounds.at(-1)).toBe('ok');
  });

  test('at volume 0 there is no proof, and after 2 s the terminal is silent with that reason', () => {
    const { sounds, proof, monitor } = hear(times(4, { level_db: -120 }), playing, 0);
    expect(sounds).toEqual(['ok', 'ok', 'silent', 'silent']);
    expect(proof).toEqual([false, false, false, false]);
    expect(monitor.mute).toBe('muted');
    // The volume of the broadcast overrides that of the terminal.
    expect(hear([{ level_db: -16 }], { ...loud, volume: 80 }, 0).proof).toEqual([true]);
    expect(hear([{ level_db: -120 }], { ...loud, volume: 0 }, 80).monitor.mute).toBe('muted');
  });

  test('while the programme level is unknown there is neither proof nor fault', () => {
    expect(hear(times(4, { level_db: -120 }))).toMatchObject({
      sounds: ['ok', 'ok', 'ok', 'ok'],
      proof: [false, false, false, false],
    });
    expect(hear([{ level_db: -120 }, { level_db: -20 }], loud).proof).toEqual([false, true]);
  });

  test('a terminal without a level meter counts as heard while its packets arrive', () => {
    expect(hear(times(4, { level_db: null }), loud)).toMatchObject({ sounds: ['ok', 'ok', 'ok', 'ok'] });
    expect(hear(times(4, { level_db: null, received: 7 }), loud).sounds.at(-1)).toBe('silent');
  });

  test('inaudible broadcasts are never missing, however little of them arrives', () => {
    const silence: Playing = { ...playing, isQuiet: true };
    expect(hear(times(3, { level_db: -120, received: 50 }), silence)).toMatchObject({
      sounds: ['none', 'none', 'none'],
      proof: [true, true, true],
    });
    expect(hear([{ state: 'locked' }], silence).sounds).toEqual(['locked']);
  });

  test('a terminal that receives nothing, plays nothing, or something else, is silent', () => {
    const lasts = (fields: object) => hear(times(3, fields), loud).sounds.at(-1);
    expect(hear(times(3, { level_db: -90, received: 50 })).sounds.at(-1)).toBe('silent');
    expect(lasts({ state: 'idle' })).toBe('silent');
    expect(lasts({ state: 'unsynced' })).toBe('silent');
    expect(lasts({ stream: 4, level_db: -16 })).toBe('silent');
    const under = { stream: 4, level_db: -16, other_streams: [{ stream: 5, sounding: true }] };
    expect(lasts(under)).toBe('ok');
  });

  test('returning sound ends the silence, and the 2 s start again', () => {
    const reports = [...times(3, { level_db: -120 }), { level_db: -20 }, ...times(2, { level_db: -120 })];
    expect(hear(reports, loud).sounds).toEqual(['ok', 'ok', 'silent', 'ok', 'ok', 'ok']);
  });

  test('terminals that should not sound are never silent: no broadcast, a pause, an amplifier that is off', () => {
    const mute = times(4, { level_db: -120 });
    expect(hear(mute, notPlaying).sounds.at(-1)).toBe('none');
    expect(hear(mute, { ...loud, play_status: 1 }).sounds.at(-1)).toBe('none');
    expect(hear(times(4, { state: 'idle', powered: false }), loud).sounds.at(-1)).toBe('none');
  });

  test('a browser that needs a click is locked, playing or not', () => {
    expect(hear([{ state: 'locked' }]).sounds).toEqual(['locked']);
    expect(hear([{ state: 'locked' }], notPlaying).sounds).toEqual(['locked']);
  });
});
