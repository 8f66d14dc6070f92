import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { createPreloadedSounds } from '../../../server/air/engine/preloadedSounds.ts';
import { ProgrammeReader } from '../../../server/sound/source/programmeReader.ts';
import { createTimeline } from '../../../server/sound/source/timeline.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tocsin-held-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Real file of packets, each filled with its number. */
function programme(name: string, packets: number): string {
  const path = join(dir, name);
  const bytes = Buffer.alloc(packets * PROGRAMME_PACKET_BYTES);
  for (let i = 0; i < packets; i++) bytes.writeUInt32BE(i, i * PROGRAMME_PACKET_BYTES);
  writeFileSync(path, bytes);
  return path;
}

/** Held sounds over a disk that returns nothing once it hangs. */
function hangingDisk(headPackets: number, maxPackets = 10_000) {
  let hangs = false;
  let opened = 0;
  const sounds = createPreloadedSounds({
    headBytes: headPackets * PROGRAMME_PACKET_BYTES,
    maxBytes: maxPackets * PROGRAMME_PACKET_BYTES,
    open(path) {
      opened += 1;
      return hangs ? new Promise(() => {}) : open(path, 'r');
    },
  });
  const hang = () => {
    hangs = true;
  };
  return { sounds, opened: () => opened, hang };
}

function readerOf(disk: ReturnType<typeof hangingDisk>, path: string, packets: number, loop: 0 | 1 = 0) {
  const durations = [packets * 20];
  const timeline = createTimeline({ durations, play_order: 0, loop, interval_ms: 0, seed: 1 });
  return new ProgrammeReader(disk.sounds.open, timeline, [path], 0);
}
const numbersOf = (packets: Uint8Array[]) =>
  packets.map((one) => Buffer.from(one.buffer, one.byteOffset, 4).readUInt32BE());
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i);

test('a short message plays repeatedly while the disk hangs', async () => {
  const disk = hangingDisk(1_000);
  const path = programme('short', 300);
  await disk.sounds.hold(path);
  disk.hang();
  const source = readerOf(disk, path, 300, 1);
  await source.prepare();
  const heard: number[] = [];
  while (heard.length < 600) {
    const taken = source.take(5);
    heard.push(...numbersOf(taken));
    if (taken.length === 0) await new Promise(setImmediate);
  }
  expect(heard.slice(0, 600)).toEqual([...upTo(300), ...upTo(300)]);
  source.close();
});

test('the beginning of a long message is held in memory, and the rest is read from the disk without a gap', async () => {
  const disk = hangingDisk(333);
  const path = programme('long', 1_000);
  await disk.sounds.hold(path);
  const before = disk.opened();
  const source = readerOf(disk, path, 1_000);
  await source.prepare();
  expect(disk.opened()).toBe(before);
  const heard: number[] = [];
  while (!source.finished) {
    const taken = source.take(5);
    heard.push(...numbersOf(taken));
    if (taken.length === 0) await new Promise(setImmediate);
  }
  expect(heard).toEqual(upTo(1_000));
  expect(disk.opened()).toBe(before + 1);
});

test('holds only requested sounds, within its memory limit', async () => {
  const disk = hangingDisk(100, 250);
  const paths = ['a', 'b', 'c'].map((name) => programme(name, 100));
  for (const path of paths) await disk.sounds.hold(path);
  const [a = '', b = '', c = ''] = paths;
  disk.hang();
  const isHeld = async (path: string) => {
    const before = disk.opened();
    void disk.sounds.open(path);
    return disk.opened() === before;
  };
  expect([await isHeld(a), await isHeld(b), await isHeld(c)]).toEqual([true, true, false]);
  disk.sounds.keep(new Set([b]));
  expect([await isHeld(a), await isHeld(b)]).toEqual([false, true]);
});
