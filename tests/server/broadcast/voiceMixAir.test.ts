import { beforeEach, expect, it } from 'vitest';
import { LiveFeed } from '../../../server/sound/source/liveFeed.ts';
import { FakeAir, item } from '../engine/fakeAir.ts';

/** Voice mix with sources that start, stall, pause or stop while speech lies over programme. */
let air: FakeAir;
beforeEach(() => {
  air = new FakeAir({ voiceMix: true, mixers: [1] });
  air.connect(1);
});
const hour = 3_600_000;
const text = () => air.start([1], [item('text', hour)], { audio_source: 1, priority: 90 });
const heard = () =>
  air
    .now(1)
    .map(({ path }) => path)
    .sort();
const key = (id: number) => air.reason(id, 1).key;

it('a capturer or a station without packets yet is ducked from its first sound on', async () => {
  const speech = await text();
  const feed = new LiveFeed({ now: () => air.clock.now(), stallMs: hour });
  const channel = await air.speak([1], feed, { audio_source: 3, priority: 10 });
  await air.pass(2_000, 20);
  // Silence is sent meanwhile.
  expect(heard()).toEqual(['', 'text']);
  for (let n = 0; n < 50; n++) {
    feed.push(new TextEncoder().encode(`/data/channel/programme.opk#${n}`.padEnd(160, ' ')));
    await air.pass(20, 20);
  }
  expect(heard()).toEqual(['channel', 'text']);
  expect(key(channel)).toBe('ducked');
  const opened = air.links.get(1)?.messages.filter(({ type }) => type === 'stream.open');
  expect(opened).toMatchObject([
    { stream: speech, mix: 'speech' },
    { stream: channel, mix: 'programme', over: null },
  ]);
  expect(air.terminals.every(({ late }) => late === 0)).toBe(true);
});

it('pause, resume and stop of one broadcast leave the other unchanged', async () => {
  const music = await air.start([1], [item('music', hour)], { priority: 10, resume_policy: 'position' });
  const speech = await text();
  await air.pass(1_000);
  expect([heard(), key(music)]).toEqual([['music', 'text'], 'ducked']);
  await air.engine.pause(air.get(speech));
  await air.pass(500);
  expect([heard(), key(music)]).toEqual([['music'], 'playing']);
  expect(air.shown.get(1)).toMatchObject({ task_id: music, play_status: 4 });
  await air.engine.resume(air.get(speech));
  await air.engine.pause(air.get(music));
  await air.pass(500);
  expect(heard()).toEqual(['text']);
  expect(air.shown.get(1)?.reason.key).toBe('playing');
  await air.engine.resume(air.get(music));
  await air.pass(500);
  expect([heard(), key(music)]).toEqual([['music', 'text'], 'ducked']);
  await air.engine.stop(air.get(speech));
  await air.pass(500);
  expect([heard(), key(music)]).toEqual([['music'], 'playing']);
});

it('after a kill of the server both continue, the programme ducked under speech', async () => {
  const music = await air.start([1], [item('music', hour)], { priority: 10 });
  await text();
  await air.pass(1_000);
  await air.restart(3_000);
  air.connect(1);
  await air.pass(500);
  expect([heard(), key(music)]).toEqual([['music', 'text'], 'ducked']);
  expect(air.get(music).positionAt(air.clock.now())).toBeGreaterThan(4_000);
});

it('a terminal that returns without mixing is pre-empted, and mixes again when it can', async () => {
  const music = await air.start([1], [item('music', hour)], { priority: 10, resume_policy: 'none' });
  await text();
  await air.pass(500);
  air.disconnect(1);
  air.mixers.delete(1);
  air.connect(1);
  await air.pass(500);
  expect([heard(), key(music)]).toEqual([['text'], 'preempted']);
  expect(air.links.get(1)?.messages.some((message) => 'mix' in message)).toBe(false);
  air.disconnect(1);
  air.mixers.add(1);
  air.connect(1);
  await air.pass(500);
  expect([heard(), key(music)]).toEqual([['music', 'text'], 'ducked']);
});
