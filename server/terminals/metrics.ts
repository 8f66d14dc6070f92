import { Counter, Gauge, type Registry } from 'prom-client';
import type { LiveHub } from '../live/hub.ts';
import type { Devices } from './devicesApi.ts';
import type { Gateway } from './types.ts';

/** What Prometheus is told of terminals. */
export function terminalMetrics(
  metrics: Registry,
  { gateway, devices, live }: { gateway: Gateway; devices: Devices; live: LiveHub },
): void {
  const registers = [metrics];
  new Gauge({
    name: 'tocsin_terminals',
    help: 'Terminals by state; found ones are not adopted yet',
    labelNames: ['state'],
    registers,
    collect() {
      const all = [...devices.all()];
      const online = all.filter((device) => device.online).length;
      this.set({ state: 'online' }, online);
      this.set({ state: 'offline' }, all.length - online);
      this.set({ state: 'found' }, live.topic('terminal_found').snapshot().length);
    },
  });
  new Counter({
    name: 'tocsin_terminal_refusals_total',
    help: 'Connections of terminals that were refused, by reason',
    labelNames: ['code'],
    registers,
    collect() {
      this.reset();
      for (const [code, count] of gateway.tally().refusals) this.inc({ code }, count);
    },
  });
  new Counter({
    name: 'tocsin_terminal_unknown_messages_total',
    help: 'Messages of terminals in types that this server does not know; they are ignored',
    registers,
    collect() {
      this.reset();
      this.inc(gateway.tally().unknownMessages);
    },
  });
  new Counter({
    name: 'tocsin_terminal_dropped_frames_total',
    help: 'Audio messages not sent because a terminal took the earlier ones too slowly',
    registers,
    collect() {
      this.reset();
      this.inc(gateway.tally().droppedFrames);
    },
  });
}
