import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WavWriter } from '../../../terminal/headless/audio/wav.ts';
import { frequency } from '../../support/recording.ts';
import { sine } from '../../terminal/support/opus.ts';
import { startTalkSite, type TalkSite } from './talkSite.ts';

/** Length of the file. */
const SECONDS = 3;

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
  writer.add(Float32Array.from({ length: 48_000 * SECONDS }, (_, i) => tone(i / 48_000)));
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
  let output = '';
  program.stdout.on('data', (data: Buffer) => {
    output += data;
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
  expect(output).toContain('speaking to 1 terminal(s)');
  const heard = speaker.recording.firstSound(0, 0.02) ?? 0;
  await expect.poll(() => speaker.recording.endUs).toBeGreaterThan(heard + (SECONDS + 0.3) * 1e6);
  // On a busy machine packets are late and a starved card catches up: half a second without that is looked for.
  const halves = Array.from({ length: 20 }, (_, i) =>
    speaker.recording.window(heard + 300_000 + i * 100_000, 0.5),
  );
  expect(Math.min(...halves.map((part) => Math.abs(frequency(part) - 600)))).toBeLessThan(2);
  const length = (speaker.recording.lastSound(heard, heard + 2 * SECONDS * 1e6, 0.02) ?? 0) - heard;
  expect(Math.abs(length - SECONDS * 1e6)).toBeLessThan(150_000);
});
