import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Report } from '../../../contract/protocol/terminal.ts';
import { isLong } from '../../support/random.ts';
import { encodeSignal, sine } from '../../terminal/support/opus.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';

const SECONDS = 40;
let site: AirSite;
let loud: number;
let quiet: number;

/** File of this sound that is built already. */
async function fileOf(name: string, packets: readonly Uint8Array[]): Promise<number> {
  const id = await site.file(name, SECONDS);
  const place = join(site.deps.env.DATA_DIR, 'media', 'file', String(id), 'programme', 'programme.opk');
  writeFileSync(place, Buffer.concat(packets.slice(0, SECONDS * 50)));
  return id;
}
beforeAll(async () => {
  site = await startAirSite();
  loud = await fileOf('Loud', encodeSignal(sine(440, -20), SECONDS));
  quiet = await fileOf('Quiet', encodeSignal(sine(440, -80), SECONDS));
});
afterAll(() => site.close());

/** One terminal that plays a file, and reports the level in `level` until it stops reporting. */
async function alone(code: string, file: number) {
  const { client, id: terminal } = await site.adopted(code);
  const id = await site.started({ files: [file], devices: [terminal], loop: 1 });
  const { from_us } = await client.next('stream.open');
  const card = { level: -120 };
  const report = () => {
    const position_us = site.deps.clock.now();
    const received = Math.round((position_us - from_us) / 20_000);
    const heard: Partial<Report> = { first_sound_us: from_us, position_us, received, buffer_ms: 1900 };
    if (position_us > from_us)
      client.report({ state: 'playing', stream: id, level_db: card.level, ...heard });
  };
  const reports = setInterval(report, 200);
  const target = async () => (await site.targets(id))[0];
  return { client, terminal, id, card, target, mute: () => clearInterval(reports) };
}
const patiently = { timeout: 30_000 };

test('a single terminal that plays silence during a loud programme is silent, until it sounds', async () => {
  const one = await alone('MUTE-1', loud);
  try {
    await expect.poll(() => site.device(one.terminal)?.sound, patiently).toBe('silent');
    expect(site.device(one.terminal)).toMatchObject({ reason: { key: 'no_level' }, play_status: 4 });
    expect(await one.target()).toMatchObject({
      ...{ state: 'silent', first_sound_at: null, played_ms: 0 },
      reason: { key: 'no_level', params: { level: -120 } },
    });
    await expect.poll(() => site.live(one.id)?.silent, patiently).toBe(1);
    one.card.level = -20;
    await expect.poll(() => site.device(one.terminal)?.sound, patiently).toBe('ok');
    await expect.poll(() => site.live(one.id)?.sounding, patiently).toBe(1);
    expect((await one.target())?.first_sound_at).not.toBeNull();
  } finally {
    one.mute();
  }
  // It answers pings without reporting: unknown for some seconds, then silent.
  await expect.poll(() => site.device(one.terminal)?.sound, patiently).toBe('unknown');
  expect(site.live(one.id)).toMatchObject({ targets: 1 });
  await expect.poll(() => site.device(one.terminal)?.sound, patiently).toBe('silent');
  expect(site.device(one.terminal)).toMatchObject({ online: true, reason: { key: 'no_report' } });
  expect(await one.target()).toMatchObject({ state: 'silent', reason: { key: 'no_report' } });
  await site.act(one.id, 'stop');
});

if (isLong)
  test('the same silence in a quiet programme is no fault, and at volume 0 it has its reason', async () => {
    const one = await alone('QUIET-1', quiet);
    try {
      await expect.poll(() => site.live(one.id)?.sounding, patiently).toBe(1);
      await expect.poll(async () => (await one.target())?.played_ms ?? 0, patiently).toBeGreaterThan(3000);
      expect(site.device(one.terminal)).toMatchObject({ sound: 'ok', reason: { key: 'playing' } });
      await site.act(one.id, 'volume', { volume: 0 });
      await expect.poll(() => site.device(one.terminal)?.sound, patiently).toBe('silent');
      expect(site.device(one.terminal)).toMatchObject({ reason: { key: 'muted' } });
      expect(await one.target()).toMatchObject({ state: 'silent', reason: { key: 'muted' } });
    } finally {
      one.mute();
    }
    await site.act(one.id, 'stop');
  });
