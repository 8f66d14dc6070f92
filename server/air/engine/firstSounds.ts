import { Histogram, type Registry } from 'prom-client';
import { type TaskType, taskType } from '../../../contract/codes.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Broadcast } from './state/broadcast.ts';
import type { Target } from './state/target.ts';

/**
 * Measures the time to first sound. Broadcasts that begin at a set time are left out: their sound is sent
 * ahead.
 */
export interface FirstSounds {
  /** Called when a broadcast is on the air and nothing is sent yet. `requestedUs`: media time of the request. */
  started(b: Broadcast, requestedUs: number): void;
  /** Called after a terminal's report. */
  reported(b: Broadcast, target: Pick<Target, 'first_sound_at'>): void;
}

/** Metric label of each task type: few values, none chosen by the site. */
const kinds = new Map(
  Object.entries(taskType).map(([name, code]) => [
    code as TaskType,
    name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`),
  ]),
);
const kindOf = (b: Broadcast) =>
  b.emergency ? 'emergency' : (kinds.get(b.row.task_type as TaskType) ?? 'other');

const buckets = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10];

/** Registers both histograms. */
export function createFirstSounds(metrics: Registry, clock: Pick<MediaClock, 'now' | 'toWall'>): FirstSounds {
  const registers = [metrics];
  const packet = new Histogram({
    name: 'tocsin_first_packet_seconds',
    help: 'Time from the request, or the edge of an input with the delay set for it, to the first packet sent to a terminal, by kind of broadcast',
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
  /** Media time of the request, until the first sound was reported. */
  const requestedAt = new WeakMap<Broadcast, number>();
  return {
    started(b, requestedUs) {
      // Without receivers the measurement would say nothing about the server.
      if (b.isScheduledAhead || b.stream.receivers === 0) return;
      requestedAt.set(b, requestedUs);
      b.stream.onFirstPacket(() => packet.observe({ kind: kindOf(b) }, (clock.now() - requestedUs) / 1e6));
    },
    reported(b, { first_sound_at }) {
      const requestedUs = requestedAt.get(b);
      if (requestedUs === undefined || first_sound_at === null) return;
      const requestWall = clock.toWall(requestedUs);
      requestedAt.delete(b);
      sound.observe({ kind: kindOf(b) }, Math.max(0, first_sound_at - requestWall) / 1000);
    },
  };
}
