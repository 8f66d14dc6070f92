import { expect, test } from 'vitest';
import type { BroadcastItem } from '../../../server/sound/source/broadcastItem.ts';
import type { Programmes } from '../../../server/sound/source/programmes.ts';
import {
  type OpenSource,
  programmePace,
  SILENCE_PACKET,
  type Source,
  SourceError,
} from '../../../server/sound/source/source.ts';
import { SpeechSource } from '../../../server/sound/source/speechSource.ts';
import { reopenSpeech } from '../../../server/sound/source/speechSources.ts';

const packet = (n: number) => Uint8Array.of(n, n);
const numbers = (packets: readonly Uint8Array[]) =>
  packets.map((one) => (one === SILENCE_PACKET ? '-' : String(one[0]))).join(' ');
const settled = () => new Promise((resolve) => setImmediate(resolve));
const FAR_US = 1_500_000;
const NEAR_US = 200_000;

function growing() {
  return { packets: [] as Uint8Array[], ended: false, whole: false };
}
/** Finished programme of `length` packets, numbered from one. */
function rest(from: number, length: number): Source {
  let next = from;
  return {
    ...{ pace: programmePace, failure: null, prepare: async () => {}, close() {} },
    get finished() {
      return next >= length;
    },
    take: (count) => Array.from({ length: Math.min(count, length - next) }, () => packet(next++)),
  };
}
const none = async () => {
  throw new Error('could not be made');
};

test('plays speech as it is synthesised, waits in silence for the rest, and loses no packet', () => {
  const speech = growing();
  const source = new SpeechSource(speech, 0, none);
  speech.packets.push(packet(0), packet(1), packet(2));
  expect(numbers(source.take(2, FAR_US))).toBe('0 1');
  expect(numbers(source.take(5, FAR_US))).toBe('2');
  expect(numbers(source.take(5, FAR_US))).toBe('');
  expect(source.starved).toBe(true);
  expect(numbers(source.take(2, NEAR_US))).toBe('- -');
  speech.packets.push(packet(3));
  expect(numbers(source.take(5, NEAR_US))).toBe('3');
  expect([source.starved, source.finished]).toEqual([false, false]);
});

test('plays its chime first, while the text is synthesised', async () => {
  const speech = growing();
  let played = 10;
  const chime: Source = {
    ...{ pace: programmePace, failure: null, prepare: async () => {}, close() {} },
    get finished() {
      return played >= 13;
    },
    take: (count) => Array.from({ length: Math.min(count, 13 - played) }, () => packet(played++)),
  };
  const source = new SpeechSource(speech, 0, async (from) => rest(from, 3), chime);
  await source.prepare();
  expect(numbers(source.take(2, FAR_US))).toBe('10 11');
  speech.packets.push(packet(0), packet(1));
  expect(numbers(source.take(2, FAR_US))).toBe('12');
  expect(numbers(source.take(5, FAR_US))).toBe('0 1');
  Object.assign(speech, { ended: true, whole: true });
  source.take(5, FAR_US);
  await settled();
  expect(numbers(source.take(5, FAR_US))).toBe('2');
  expect([source.finished, source.failure]).toEqual([true, null]);
});

test('continues in the finished programme after its last packet, and ends with it', async () => {
  const speech = { packets: [packet(0), packet(1)], ended: true, whole: true };
  const source = new SpeechSource(speech, 0, async (from) => rest(from, 5));
  await source.prepare();
  expect(numbers(source.take(5, FAR_US))).toBe('0 1');
  expect(numbers(source.take(5, FAR_US))).toBe('');
  expect(source.finished).toBe(false);
  await settled();
  expect(numbers(source.take(5, FAR_US))).toBe('2 3 4');
  expect([source.finished, source.failure]).toEqual([true, null]);
});

test('complete speech ends well even if it could not be stored; truncated speech is a failure', async () => {
  for (const whole of [true, false]) {
    const source = new SpeechSource({ packets: [packet(0)], ended: true, whole }, 0, none);
    source.take(5, FAR_US);
    source.take(5, FAR_US);
    await settled();
    expect(source.finished).toBe(true);
    expect(source.failure instanceof SourceError).toBe(!whole);
  }
});

test('resumes after a pause at its position, in the finished programme if only that is left', async () => {
  const speech = { packets: [packet(0), packet(1)], ended: false, whole: false };
  const paused = new SpeechSource(speech, 1, none);
  await paused.prepare();
  expect(numbers(paused.take(5, FAR_US))).toBe('1');
  const again = new SpeechSource({ packets: [], ended: true, whole: false }, 3, async (from) =>
    rest(from, 5),
  );
  await again.prepare();
  expect(numbers(again.take(5, FAR_US))).toBe('3 4');
  await expect(
    new SpeechSource({ packets: [], ended: true, whole: false }, 0, none).prepare(),
  ).rejects.toThrow('could not be made');
});

const text = { kind: 'speech' as const, file_id: null, name: 'Text', path: '', duration_ms: 0 };
/** Opens a text, after chimes of 20 ms each, that was on the air before a restart, at its third packet. */
function reopened(spoken: (chimes: number) => ReturnType<Programmes['spoken']>, chimes = 0): Source {
  const chime = { ...text, kind: 'file' as const, path: 'chime', duration_ms: 20 };
  const items = [...Array.from({ length: chimes }, () => chime), text];
  const row = {
    ...{ items, play_order: 0, loop: 0, interval_ms: 0, seed: 0 },
    asked: { textContent: 'Text', voiceName: 'xiaoyan', voiceSpeed: 50 },
  };
  const stored: OpenSource = ({ items, position }) =>
    rest(items.at(-1)?.path === 'made' ? position / 20 - chimes : 9, 5);
  const open = reopenSpeech(stored, { spoken: () => spoken(chimes) }, row as never);
  return open?.({ items, position: 40 + chimes * 20, timeline: null } as never) as Source;
}
const made: BroadcastItem = { ...text, path: 'made', duration_ms: 100 };

test('a text that was on the air before a restart delays nothing while it is synthesised again', async () => {
  const speech = Promise.withResolvers<Awaited<ReturnType<Programmes['spoken']>>>();
  const source = reopened(() => speech.promise);
  await source.prepare();
  expect(numbers(source.take(2, FAR_US))).toBe('');
  expect(numbers(source.take(2, NEAR_US))).toBe('- -');
  speech.resolve({ item: made, live: null });
  await settled();
  source.take(1, FAR_US);
  await expect.poll(() => numbers(source.take(2, FAR_US))).toBe('2 3');
  expect(numbers(source.take(2, NEAR_US))).toBe('4');
  expect(source.finished).toBe(true);

  const failed = reopened(none);
  await failed.prepare();
  await settled();
  failed.take(1, FAR_US);
  await expect.poll(() => failed.failure).toBeInstanceOf(SourceError);
});

test('after a restart its next word is heard as soon as it is spoken, before all of it is', async () => {
  for (const chimes of [0, 1]) {
    const [speech, built] = [growing(), Promise.withResolvers<BroadcastItem>()];
    const source = reopened(
      async () => ({ item: text, live: { growing: speech, built: built.promise } as never }),
      chimes,
    );
    await source.prepare();
    speech.packets.push(packet(0), packet(1));
    await settled();
    expect(numbers(source.take(5, FAR_US))).toBe('');
    speech.packets.push(packet(2), packet(3));
    expect(numbers(source.take(5, FAR_US))).toBe('2 3');
    Object.assign(speech, { ended: true, whole: true });
    built.resolve(made);
    source.take(5, FAR_US);
    await expect.poll(() => numbers(source.take(5, FAR_US))).toBe('4');
  }
});
