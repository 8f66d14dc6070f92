import { Gauge, type Registry } from 'prom-client';
import type { PairMachine, PairOverview } from '../../../contract/entities/site/pair.ts';

/** Registers Prometheus metrics of the standby server; without one they have no value. */
export function pairMetrics(metrics: Registry, overview: () => PairOverview): void {
  const gauge = (name: string, help: string, value: (standby: PairMachine) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [metrics],
      collect() {
        this.reset();
        const standby = overview().machines.find(({ role }) => role === 'standby');
        const now = standby === undefined ? null : value(standby);
        if (now === null) this.remove();
        else this.set(now);
      },
    });
  gauge('tocsin_standby_connected', '1 while the standby server is connected', ({ stage }) =>
    stage === 'lost' ? 0 : 1,
  );
  gauge(
    'tocsin_standby_lag_seconds',
    'Age of the oldest change that the standby server lacks',
    ({ lag_ms }) => (lag_ms === null ? null : lag_ms / 1000),
  );
  gauge(
    'tocsin_standby_lag_bytes',
    'Changes of the database that the standby server lacks',
    ({ lag_bytes }) => lag_bytes,
  );
  gauge(
    'tocsin_standby_files_missing',
    'Files of the site that the standby server lacks',
    ({ files_missing }) => files_missing,
  );
  gauge('tocsin_standby_synchronous', '1 while commits wait for the standby server', () =>
    overview().is_synchronous ? 1 : 0,
  );
}
