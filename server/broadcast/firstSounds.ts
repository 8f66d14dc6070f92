import { Histogram, type Registry } from 'prom-client';
import { type TaskType, taskType } from '../../contract/codes.ts';
import type { MediaClock } from '../system/mediaClock.ts';
import type { RunningBroadcast } from './runningBroadcast.ts';
import type { Target } from './target.ts';

/** Measures how soon broadcasts are heard. What begins at an appointed time is left out: it is sent ahead of that. */
export interface FirstSounds {
  /** It is on the air, nothing was sent yet; `asked_us`: when it was asked for, media time. */
  begun(b: RunningBroadcast, asked_us: number): void;
  /** A terminal has reported. */
  heard(b: RunningBroadcast, target: Pick<Target, 'first_sound_at'>): void;
}

/** Label of a kind of task: few, and none that a site makes up. */
const kinds = new Map(
  Object.entries(taskType).map(([name, code]) => [
    code as TaskType,
    name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
  ]),
);
const kindOf = (b: RunningBroadcast) =>
  b.emergency ? 'emergency' : (kinds.get(b.row.task_type as TaskType) ?? 'other');

const buckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10];

/** Registers both histograms. */
export function createFirstSounds(metrics: Registry, clock: Pick<MediaClock, 'now' | 'toWall'>): FirstSounds {
  const registers = [metrics];
  const packet = new Histogram({
    name: 'tocsin_first_packet_seconds',
    help: 'Time from the request, or the edge of an input with the delay set for it, to the first packet that a terminal is sent, by kind of broadcast',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  const sound = new Histogram({
    name: 'tocsin_first_sound_seconds',
    help: 'Time from the request, or the edge of an input with the delay set for it, to the first sound that a terminal reports, by kind of broadcast',
    labelNames: ['kind'],
    buckets,
    registers,
  });
  return {
    begun(b, asked_us) {
      // Where nobody is there to hear it, it says nothing about the server.
      if (b.appointed || b.stream.receivers === 0) return;
      b.asked_us = asked_us;
      b.stream.onFirst = () => packet.observe({ kind: kindOf(b) }, (clock.now() - asked_us) / 1e6);
    },
    heard(b, { first_sound_at }) {
      if (b.asked_us === null || first_sound_at === null) return;
      const asked_at = clock.toWall(b.asked_us);
      b.asked_us = null;
      sound.observe({ kind: kindOf(b) }, Math.max(0, first_sound_at - asked_at) / 1000);
    },
  };
}
