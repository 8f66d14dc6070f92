import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cases } from '../../conformance/cases.ts';
import {
  differenceDb,
  readFrames,
  readPackets,
  readPcm,
  SAMPLE_DB,
  SPEECH_DB,
  sampleNames,
  TOLERANCE_DB,
} from '../../conformance/samples.ts';
import { decodeAudioFrame } from '../../contract/protocol/frames.ts';
import { createDecoder } from '../../terminal/headless/audio/decoder.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/protocols/terminal-protocol.md'), 'utf8');

/** Text below a heading, up to the next heading, by the heading's anchor. */
const sections = new Map(
  document.split(/^#{1,6} /m).map((section) => {
    const [heading = '', ...text] = section.split('\n');
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-');
    return [anchor, text.join('\n').replace(/\s+/g, ' ')];
  }),
);

test.each(cases)('case $id quotes its section of the protocol document', ({ anchor, sentence }) => {
  expect([...sections.keys()]).toContain(anchor);
  expect(sections.get(anchor)).toContain(sentence.replace(/\s+/g, ' '));
});

test('each case has an id of its own', () => {
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

test.each(sampleNames)('the frames of %s decode to the expected samples', async (name) => {
  const frames = readFrames(name);
  const isSpeech = name === 'speech';
  expect(frames).toHaveLength(isSpeech ? 50 : 10);
  const at_us = isSpeech ? 7_200_220_000 : 7_200_300_000;
  expect(decodeAudioFrame(frames[1] as Uint8Array)).toMatchObject({ stream: 42, at_us });
  const decoder = await createDecoder();
  const decoded = readPackets(name).flatMap((packet) => [...(decoder.decode(packet) ?? [])]);
  decoder.free();
  const samples = Int16Array.from(decoded, (x) => Math.round(x * 32_767));
  expect(differenceDb(readPcm(name), samples)).toBeLessThan(TOLERANCE_DB);
  const settled = readPcm(name).subarray(samples.length / 2);
  const levelDb = differenceDb(new Int16Array(settled.length), settled);
  expect(levelDb).toBeCloseTo(isSpeech ? SPEECH_DB : SAMPLE_DB, 0);
});

test('a decoder that loses the first packet, or a sample, is not within the tolerance', async () => {
  const expected = readPcm('sweep');
  const shifted = Int16Array.from(expected, (_, i) => expected[i - 1] ?? 0);
  expect(differenceDb(expected, shifted)).toBeGreaterThan(TOLERANCE_DB);
  expect(differenceDb(expected, expected.slice(1))).toBe(Number.POSITIVE_INFINITY);
});

test('speech is in the mode of Opus that uses SILK', () => {
  expect(readPackets('speech').filter((packet) => (packet[0] ?? 0) >> 3 >= 16)).toEqual([]);
});
