import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../../support/random.ts';
import { toneDb } from '../../support/recording.ts';
import { now, startPlayingSite } from './heardOverRestart.ts';

/** A stop and an alarm at a loudspeaker that has seconds of music in reserve. */
const ALARM_HZ = 1_000;
const MUSIC_HZ = 440;
/** Reserve of the loudspeaker, ms: more than terminals of other makes store. Length in which a tone is recognised, s. */
const RESERVE_MS = isLong ? 7_000 : 2_500;
const LOOK_S = 0.02;
let site: Awaited<ReturnType<typeof startPlayingSite>>;
const slow = 120_000;
beforeAll(async () => {
  site = await startPlayingSite({ alarmHertz: ALARM_HZ, alarmAt: 'file' });
}, slow);
afterAll(() => site.close());

/** Time after `from_us` at which a tone is there for the first time, or gone, ms. */
function changeOf(hertz: number, from_us: number, isThere: boolean): number | null {
  const { recording } = site.speakers.file;
  for (let at = from_us; at < recording.endUs - LOOK_S * 1e6; at += 2_000)
    if (toneDb(recording.window(at, LOOK_S), hertz) > -50 === isThere) return (at - from_us) / 1000;
  return null;
}
const after = async (hertz: number, from_us: number, isThere: boolean) => {
  const { terminal } = site.speakers.file;
  await terminal.until(() => changeOf(hertz, from_us, isThere) !== null, slow);
  return changeOf(hertz, from_us, isThere) ?? Number.NaN;
};

test(
  'an alarm is heard, and a stop is silent, at once; the reserve is not played',
  async () => {
    const { terminal, recording } = site.speakers.file;
    await site.play('file');
    await terminal.until((t) => t.sound().buffer_ms > RESERVE_MS, slow);
    const alarmUs = now();
    await site.play('alarm');
    const heard = await after(ALARM_HZ, alarmUs, true);
    const ended = await after(MUSIC_HZ, alarmUs, false);
    await site.api.post(`/v1/alarm_plan/${site.plan}/stop`);
    await site.api.post(`/v1/alarm_plan/${site.plan}/reset`).catch(() => {});
    await terminal.until((t) => t.sound().buffer_ms > RESERVE_MS, slow);
    const stopUs = now();
    await site.api.post('/v1/task/stop_all');
    const silent = await after(MUSIC_HZ, stopUs, false);
    await terminal.until(() => recording.endUs > stopUs + 2_500_000, slow);
    process.stdout.write(
      `alarm over music: heard after ${heard} ms, music gone after ${ended} ms; stop: silent after ${silent} ms\n`,
    );
    expect(Math.max(heard, ended, silent)).toBeLessThan(2_000);
    expect(recording.firstSound(stopUs + silent * 1000 + 20_000)).toBeNull();
  },
  slow,
);
