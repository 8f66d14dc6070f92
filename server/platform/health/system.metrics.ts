import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';
import { PROTOCOL_VERSION } from '../../../contract/protocol/frames.ts';
import { serverVersion } from '../config/version.ts';
import type { DiskState, DiskWatch } from './diskWatch.ts';

/**
 * Series of prom-client that iterate over all sockets at each scrape, and add nothing to the metrics of
 * terminals and consoles.
 */
const PER_SOCKET = ['handles', 'requests', 'resources'].flatMap((what) => [
  `nodejs_active_${what}`,
  `nodejs_active_${what}_total`,
]);

/** Registers Prometheus metrics of the process, its event loop, its build and the disk of its data folder. */
export function systemMetrics(metrics: Registry, disk: Pick<DiskWatch, 'state'>): void {
  const registers = [metrics];
  collectDefaultMetrics({ register: metrics });
  for (const name of PER_SOCKET) metrics.removeSingleMetric(name);
  new Gauge({
    name: 'tocsin_build_info',
    help: 'Always 1; labels: versions of the server, of Node.js and of the terminal protocol',
    labelNames: ['version', 'node', 'protocol'],
    registers,
  }).set({ version: serverVersion, node: process.versions.node, protocol: String(PROTOCOL_VERSION) }, 1);
  const gauge = (name: string, help: string, value: (state: DiskState) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const state = disk.state();
        // NaN before the first check, to distinguish unknown from 0.
        this.set(state === null ? Number.NaN : value(state));
      },
    });
  gauge('tocsin_disk_free_bytes', 'Free bytes on the disk of the data folder', (s) => s.freeBytes);
  gauge('tocsin_disk_size_bytes', 'Size of the disk of the data folder', (s) => s.sizeBytes);
  gauge(
    'tocsin_disk_free_inodes',
    'Files that can still be made on the disk of the data folder',
    (s) => s.freeInodes,
  );
  gauge(
    'tocsin_disk_inodes',
    'Files that the disk of the data folder can hold; 0: its file system does not count them',
    (s) => s.inodes,
  );
  gauge(
    'tocsin_disk_writable',
    'Whether a file could be made and written in the data folder when it was last tried: 1 or 0',
    (s) => Number(s.isWritable),
  );
}
