import type { FaultSink } from '../../site/faults/faults.ts';
import { defaultTimes } from '../../site/faults/terminalFaults.ts';
import { zoneAbove } from '../../site/zones/zoneAbove.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { Engine } from '../engine/engineApi.ts';

const KIND = 'source_silent';
const LOOK_MS = 1_000;

export interface SourceWatchDeps {
  engine: Pick<Engine, 'all'>;
  faults: FaultSink;
  zones: Pick<Zones, 'ancestors'>;
  /** Absent: `defaultTimes`. */
  afterMs?: number | undefined;
}

/**
 * Keeps faults of broadcasts whose source (a station, a URL, a capturer) delivers nothing for long, until
 * something arrives or they end. Returns the function that ends the watch.
 */
export function watchSources({
  engine,
  faults,
  zones,
  afterMs = defaultTimes.sourceMs,
}: SourceWatchDeps): () => void {
  /** Time since which a broadcast has no sound, by id, monotonic ms. */
  const since = new Map<number, number>();
  function look(): void {
    const now = performance.now();
    const starved = new Set<number>();
    const onAir = new Set<number>();
    for (const b of engine.all()) {
      onAir.add(b.id);
      if (!b.starved || b.paused) continue;
      starved.add(b.id);
      const from = since.get(b.id) ?? now;
      since.set(b.id, from);
      if (now - from >= afterMs)
        faults.open({
          kind: KIND,
          subject: String(b.id),
          org: zoneAbove(
            zones,
            [...b.targets.values()].map((target) => target.org),
          ),
          params: { task: b.row.name },
        });
    }
    for (const id of since.keys()) if (!starved.has(id)) since.delete(id);
    for (const { kind, subject } of faults.allOpen()) {
      if (kind !== KIND || starved.has(Number(subject))) continue;
      if (onAir.has(Number(subject))) faults.resolve(KIND, subject);
      else faults.drop(KIND, subject);
    }
  }
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
