import { Counter, Gauge, type Registry } from 'prom-client';
import type { NodesSource, RefusalCounts } from '../../platform/nodes/nodes.types.ts';

/** Registers Prometheus metrics of the servers on one database. */
export function nodesMetrics(metrics: Registry, { own, heard, lost, bus, refusals }: NodesSource): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers: [metrics] },
      collect() {
        this.set(value());
      },
    });
  gauge(
    'tocsin_node_fence',
    'Fencing number of the leader; it grows with each take-over',
    () => own().fence ?? 0,
  );
  gauge('tocsin_node_nats_connected', '1 while the leader is connected to NATS', () => Number(bus().isOpen));
  new Gauge({
    ...{ name: 'tocsin_nodes', help: 'Servers of the system', labelNames: ['role'], registers: [metrics] },
    collect() {
      const all = [own(), ...heard().map(({ beat }) => beat)];
      const leaders = all.filter(({ fence }) => fence !== null).length;
      this.set({ role: 'leader' }, leaders);
      this.set({ role: 'follower' }, all.length - leaders);
      this.set({ role: 'lost' }, lost().length);
    },
  });
  new Counter({
    name: 'tocsin_node_refused_total',
    help: 'Messages and connections that are not of a node of this system, at the leader',
    ...{ labelNames: ['reason'], registers: [metrics] },
    collect() {
      this.reset();
      for (const reason of Object.keys(refusals()) as (keyof RefusalCounts)[])
        this.inc({ reason }, refusals()[reason]);
    },
  });
}
