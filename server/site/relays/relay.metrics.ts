import { Gauge, type Registry } from 'prom-client';
import type { Relays } from './relays.types.ts';

/** Registers Prometheus metrics of the relays. */
export function relayMetrics(metrics: Registry, overview: Relays['overview']): void {
  new Gauge({
    ...{ name: 'tocsin_relays', help: 'Relays that are not withdrawn, by state', labelNames: ['state'] },
    registers: [metrics],
    collect() {
      const count = { connected: 0, lost: 0 };
      for (const { state } of overview().relays) count[state]++;
      for (const [state, relays] of Object.entries(count)) this.set({ state }, relays);
    },
  });
  new Gauge({
    name: 'tocsin_relay_refused_messages',
    help: 'What relays told after their line was cut and the server refused, until a person clears it',
    registers: [metrics],
    collect() {
      this.set(overview().relays.reduce((sum, { aside }) => sum + aside.length, 0));
    },
  });
}
