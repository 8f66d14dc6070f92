import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WavWriter } from '../../../terminal/headless/audio/wav.ts';
import { frequency } from '../../support/recording.ts';
import { sine } from '../../terminal/support/opus.ts';
import { startTalkSite, type TalkSite } from './talkSite.ts';

/** `npm run terminal -- --talk`: the program itself. */
let site: TalkSite;
const folder = mkdtempSync(join(tmpdir(), 'tocsin-talk-'));
beforeAll(async () => {
  site = await startTalkSite();
});
afterAll(async () => {
  site.stopTerminals();
  await site.close();
  rmSync(folder, { recursive: true });
});

test('a file is played in real time to a named zone, and the program ends with it', async () => {
  const zone = await site.zone('Hall');
  const speaker = await site.speaker('HALL-1', zone);
  const file = join(folder, 'tone.wav');
  const writer = new WavWriter(file);
  const tone = sine(600, -12);
  writer.add(Float32Array.from({ length: 48_000 * 1.5 }, (_, i) => tone(i / 48_000)));
  writer.close();
  const args = [
    '--server',
    `http://${site.host}`,
    '--code',
    'CLI-CALL',
    '--state',
    join(folder, 'state.json'),
  ];
  const program = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../../terminal/headless/main.ts'),
      ...args,
      '--talk',
      file,
      '--to',
      'Hall',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  program.stdout.on('data', (data: Buffer) => {
    said += data;
  });
  const ended = new Promise<number | null>((resolve) => program.on('exit', resolve));
  try {
    const row = () => site.found().find(({ code }) => code === 'CLI-CALL');
    await expect.poll(row).toMatchObject({ kind: 'caster' });
    await site.post(`/v1/terminal_found/${row()?.id}/adopt`, { name: 'Desk', org: zone });
    expect(await ended).toBe(0);
  } finally {
    program.kill();
  }
  expect(said).toContain('speaking to 1 terminal(s)');
  const heard = speaker.recording.firstSound(0, 0.02) ?? 0;
  await expect.poll(() => speaker.recording.end_us).toBeGreaterThan(heard + 1_800_000);
  // On a busy machine a packet may be late, and a card that was starved catches up by up to 2,500 ppm, which is
  // 1.5 Hz here; most of the sound is the tone.
  const parts = Array.from({ length: 9 }, (_, i) =>
    speaker.recording.window(heard + 300_000 + i * 100_000, 0.1),
  );
  expect(parts.filter((part) => Math.abs(frequency(part) - 600) < 3).length).toBeGreaterThan(5);
  const length = (speaker.recording.lastSound(heard, heard + 5_000_000, 0.02) ?? 0) - heard;
  expect(Math.abs(length - 1_500_000)).toBeLessThan(150_000);
});
