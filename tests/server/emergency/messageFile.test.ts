import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { createMessageFiles } from '../../../server/air/emergency/effects/messageFile.ts';
import { LISTEN_FILE, PROGRAMME_FILE } from '../../../server/sound/files/programmeFiles.ts';
import type { BroadcastItem } from '../../../server/sound/source/broadcastItem.ts';

/** Packets of the source. */
const PACKETS = 120;
const words = Buffer.alloc(PACKETS * PROGRAMME_PACKET_BYTES, 7);
const item: BroadcastItem = {
  ...{ kind: 'speech', file_id: null, name: 'Leave', path: 'media/words', duration_ms: PACKETS * 20 },
};

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tocsin-message-'));
  mkdirSync(join(dataDir, item.path), { recursive: true });
  writeFileSync(join(dataDir, item.path, PROGRAMME_FILE), words);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

test('a prepared message that was cut off is made again, from its parts or when it is looked for', async () => {
  const files = createMessageFiles(dataDir);
  const made = await files.join('Fire', [item, item]);
  const path = join(dataDir, made.path, PROGRAMME_FILE);
  const whole = readFileSync(path);
  expect(whole).toEqual(Buffer.concat([words, words]));
  const key = await files.keyOf(made);
  for (const size of [0, 100, whole.length / 2]) {
    truncateSync(path, size);
    expect(await files.join('Fire', [item, item])).toEqual(made);
    expect(readFileSync(path).equals(whole), `${size} B`).toBe(true);

    truncateSync(path, size);
    expect(await files.held(key, 'Fire')).toBeNull();
    await files.join('Fire', [item, item]);
    expect(await files.held(key, 'Fire')).toEqual(made);
  }
});

test('an empty preview is made again', async () => {
  const files = createMessageFiles(dataDir);
  const { path } = await files.join('Fire', [item]);
  const key = path.replace('media/alarm/', '');
  const preview = await files.listen(key);
  const whole = readFileSync(preview);
  expect(whole.length).toBeGreaterThan(words.length / 2);
  truncateSync(preview, 0);
  expect(readFileSync(await files.listen(key)).equals(whole)).toBe(true);
});

test('a message that several need at once is written once and whole', async () => {
  const files = createMessageFiles(dataDir);
  const all = await Promise.all(Array.from({ length: 8 }, () => files.join('Fire', [item])));
  const [first] = all;
  expect(all).toEqual(all.map(() => first));
  const folder = join(dataDir, first?.path ?? '');
  await Promise.all(Array.from({ length: 8 }, () => files.listen(first?.path.split('/').at(-1) ?? '')));
  expect(readdirSync(folder).sort()).toEqual([PROGRAMME_FILE, LISTEN_FILE].sort());
  expect(readFileSync(join(folder, PROGRAMME_FILE)).equals(words)).toBe(true);
});
