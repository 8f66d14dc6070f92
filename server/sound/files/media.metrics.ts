import { Gauge, type Registry } from 'prom-client';
import type { TopicName } from '../../../contract/api/live.ts';
import type { LiveHub } from '../../platform/live/hub.ts';

/** Label and topic of the things that are built. */
const sorts: readonly [string, TopicName][] = [
  ['file', 'file'],
  ['text', 'preset_text'],
];

/** Registers a Prometheus gauge of uploads and texts that are not ready; counted in memory at each scrape. */
export function mediaMetrics(metrics: Registry, live: Pick<LiveHub, 'state'>): void {
  new Gauge({
    name: 'tocsin_media_jobs',
    help: 'Uploads and texts that are not ready for playback, by kind and state',
    labelNames: ['sort', 'state'],
    registers: [metrics],
    collect() {
      for (const [sort, topic] of sorts) {
        const counts: Record<string, number> = { waiting: 0, building: 0, failed: 0 };
        for (const row of live.state(topic).rows.values()) {
          const { build_status } = row as { build_status?: string };
          if (build_status !== undefined && build_status in counts)
            counts[build_status] = (counts[build_status] ?? 0) + 1;
        }
        for (const [state, count] of Object.entries(counts)) this.set({ sort, state }, count);
      }
    },
  });
}
