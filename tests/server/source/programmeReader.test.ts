import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { ProgrammeReader } from '../../../server/sound/source/programmeReader.ts';
import { SILENCE_PACKET, SourceError } from '../../../server/sound/source/source.ts';
import { createTimeline } from '../../../server/sound/source/timeline.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'tocsin-reader-'));
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

function reader(paths: string[], durations: number[], position = 0, interval_ms = 0) {
  const timeline = createTimeline({ durations, play_order: 0, loop: 0, interval_ms, seed: 1 });
  return new ProgrammeReader((path) => open(path, 'r'), timeline, paths, position);
}

const numberOf = (packet: Uint8Array) =>
  packet === SILENCE_PACKET ? -1 : Buffer.from(packet.buffer, packet.byteOffset, 4).readUInt32BE();

/** Reads all remaining packets. */
async function all(source: ProgrammeReader): Promise<number[]> {
  const packets: number[] = [];
  while (!source.finished) {
    const taken = source.take(5);
    packets.push(...taken.map(numberOf));
    if (taken.length === 0) await new Promise(setImmediate);
  }
  return packets;
}

describe('reading a list from the disk', () => {
  it('reads packet by packet across files and intervals, from any position', async () => {
    const paths = [programme('a', 700), programme('b', 40)];
    const source = reader(paths, [14_000, 800], 10_000, 60);
    await source.prepare();
    expect(source.position).toBe(10_000);
    const expected = [
      ...Array.from({ length: 200 }, (_, i) => 500 + i),
      ...[-1, -1, -1],
      ...Array.from({ length: 40 }, (_, i) => i),
    ];
    expect(await all(source)).toEqual(expected);
    expect(source.failure).toBeNull();
    expect(source.position).toBe(14_860);
  });

  it('returns the packets of a short file and then the failed item', async () => {
    const source = reader([programme('whole', 50), programme('short', 30)], [1000, 1000]);
    await source.prepare();
    expect(await all(source)).toHaveLength(80);
    expect(source.failure).toBeInstanceOf(SourceError);
    expect(source.failure?.item).toBe(1);
  });

  it('fails at once without an initial part', async () => {
    await expect(reader([join(dir, 'none')], [1000]).prepare()).rejects.toThrow(SourceError);
  });

  it('closes its files when it is closed while reading', async () => {
    let opened = 0;
    let closed = 0;
    const path = programme('long', 5000);
    const timeline = createTimeline({
      durations: [100_000],
      play_order: 0,
      loop: 0,
      interval_ms: 0,
      seed: 1,
    });
    const counting = async (name: string) => {
      opened++;
      const handle = await open(name, 'r');
      return {
        read: (buffer: Uint8Array, offset: number, length: number, at: number) =>
          handle.read(buffer, offset, length, at),
        close: async () => {
          closed++;
          await handle.close();
        },
      };
    };
    const source = new ProgrammeReader(counting, timeline, [path], 0);
    const prepared = source.prepare();
    source.close();
    await prepared;
    while (closed < opened) await new Promise(setImmediate);
    expect([opened, closed]).toEqual([1, 1]);
  });
});
