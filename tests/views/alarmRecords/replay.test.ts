import { expect, test } from 'vitest';
import type { RecordFile } from '../../../contract/entities/sound/recordFile.ts';
import type { AlarmEventRow } from '../../../contract/entities/tasks/alarm.ts';
import {
  lastEvent,
  neighbouringEvent,
  soundingAt,
  spanOf,
  tracksOf,
  withoutSilence,
} from '../../../src/views/emergency/records/replay.ts';

const event = (id: number, at: number, kind: AlarmEventRow['kind'] = 'step'): AlarmEventRow => ({
  id,
  at,
  kind,
  by: '',
  peer_addr: '',
  params: {},
});
const row = (id: number, began_at: number, duration_ms: number | null) =>
  ({ id, name: `R${id}`, began_at, duration_ms, emergency: false }) as RecordFile;

const events = [event(1, 1_000), event(2, 5_000), event(3, 90_000), event(4, 9_000_000, 'note')];
const tracks = tracksOf([row(3, 60_000, 10_000), row(2, 6_000, null), row(1, 2_000, 8_000)]);

test('tracks are the finished recordings, in order of time', () => {
  expect(tracks.map(({ id, from, to }) => [id, from, to])).toEqual([
    [1, 2_000, 10_000],
    [3, 60_000, 70_000],
  ]);
});

test('the incident lasts from its first event or sound to its last; a later note is not part of it', () => {
  expect(spanOf(events, tracks)).toEqual({ from: 1_000, to: 90_000 });
  expect(spanOf([event(1, 3_000)], tracks)).toEqual({ from: 2_000, to: 70_000 });
});

test('skipping silence leads to shortly before the next sound, and to the end after the last', () => {
  expect(soundingAt(tracks, 10_000)).toEqual([]);
  expect(withoutSilence(tracks, 3_000, 90_000)).toBe(3_000);
  expect(withoutSilence(tracks, 10_000, 90_000)).toBe(59_500);
  expect(withoutSilence(tracks, 59_800, 90_000)).toBe(59_800);
  expect(withoutSilence(tracks, 70_000, 90_000)).toBe(90_000);
});

test('the last event before a position, and its neighbours', () => {
  expect(lastEvent(events, 0)).toBeNull();
  expect(lastEvent(events, 5_000)?.id).toBe(2);
  expect(lastEvent(events, 99_999_999)?.id).toBe(3);
  expect(neighbouringEvent(events, 5_000, 1)).toBe(90_000);
  expect(neighbouringEvent(events, 90_000, 1)).toBeNull();
  // Shortly after an event, "previous" leads to the event before it.
  expect(neighbouringEvent(events, 5_200, -1)).toBe(1_000);
  expect(neighbouringEvent(events, 8_000, -1)).toBe(5_000);
});
