import { Counter, Gauge, type Registry } from 'prom-client';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { Devices } from '../devicesApi.ts';
import { countedAs } from '../zoneCounts.ts';
import type { Gateway } from './terminals.types.ts';

/** Registers Prometheus metrics of terminals. */
export function terminalMetrics(
  metrics: Registry,
  { gateway, devices, live }: { gateway: Gateway; devices: Devices; live: LiveHub },
): void {
  const registers = [metrics];
  new Gauge({
    name: 'tocsin_terminals',
    help: 'Terminals by state; behind_relay: their relay is not connected, expected: imported and never connected, found: not adopted yet',
    labelNames: ['state'],
    registers,
    collect() {
      const found = live.state('terminal_found').rows.size;
      const counts = { online: 0, offline: 0, behind_relay: 0, expected: 0, found };
      for (const device of devices.all()) counts[countedAs(device)]++;
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count);
    },
  });
  new Counter({
    name: 'tocsin_terminal_refusals_total',
    help: 'Refused connections of terminals, by reason',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of gateway.counts().refusals) this.inc({ code }, count);
    },
  });
  new Counter({
    name: 'tocsin_terminal_unknown_messages_total',
    help: 'Ignored messages of terminals with an unknown type',
    registers,
    collect() {
      this.reset();
      this.inc(gateway.counts().unknownMessages);
    },
  });
  new Counter({
    name: 'tocsin_terminal_dropped_frames_total',
    help: 'Audio messages dropped because the link of a terminal was too slow',
    registers,
    collect() {
      this.reset();
      this.inc(gateway.counts().droppedFrames);
    },
  });
}
