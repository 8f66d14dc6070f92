import { Gauge, type Registry } from 'prom-client';
import type { Engine } from '../engine/engineApi.ts';
import type { TargetState } from '../engine/state/target.ts';

/** Registers Prometheus gauges of the broadcasts on the air, counted when they are collected. */
export function broadcastMetrics(metrics: Registry, engine: Engine): void {
  const registers = [metrics];
  new Gauge({
    name: 'tocsin_broadcasts',
    help: 'Current broadcasts, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const counts = { playing: 0, paused: 0, waiting: 0 };
      for (const b of engine.all()) counts[engine.row(b).state]++;
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'tocsin_broadcast_targets',
    help: 'Terminals claimed by current broadcasts, by state',
    labelNames: ['state'],
    registers,
    collect() {
      const counts: Record<TargetState, number> = {
        sounding: 0,
        sent: 0,
        unknown: 0,
        silent: 0,
        preempted: 0,
        paused: 0,
        offline: 0,
        behind_relay: 0,
      };
      for (const b of engine.all()) for (const target of b.targets.values()) counts[target.state]++;
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'tocsin_broadcast_skipped_messages',
    help: 'Audio messages that current broadcasts dropped because a link was too slow',
    registers,
    collect() {
      let skipped = 0;
      for (const b of engine.all()) skipped += b.stream.skipped;
      this.set(skipped);
    },
  });
}
