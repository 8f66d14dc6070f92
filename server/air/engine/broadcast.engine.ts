import { openStored } from '../../sound/source/listPosition.ts';
import { timelineOf } from '../../sound/source/listTimeline.ts';
import type { EngineDeps } from './broadcast.ports.ts';
import { createBroadcastRecords } from './broadcastRecords.ts';
import { createChanges } from './changes.ts';
import { ClaimTable } from './claimTable.ts';
import type { Engine } from './engineApi.ts';
import type { EngineState } from './engineState.ts';
import { createLifecycle } from './lifecycle.ts';
import { createLivePublisher } from './livePublisher.ts';
import { liveRow } from './liveRow.ts';
import { createOutputRouting } from './outputRouting.ts';
import { PendingStarts } from './pendingStarts.ts';
import { restoreBroadcasts } from './restoreBroadcasts.ts';
import { createStarts } from './start/starts.ts';
import { startNeeds } from './start/startWait.ts';
import type { Broadcast } from './state/broadcast.ts';
import { startLead } from './stream/startLead.ts';
import { createTargetStates } from './targetStates.ts';
import { followTerminals } from './terminalEvents.ts';
import { every } from './ticker.ts';

const TICK_MS = 50;
/** Interval in which live sound follows the links of its terminals, µs. */
const FOLLOW_EVERY_US = 1_000_000;

/** Engine: everything that is on the air. */
export function createEngine(deps: EngineDeps): Engine {
  const { clock } = deps;
  const broadcasts = new Map<number, Broadcast>();
  const find = (id: number) => broadcasts.get(id);
  const claims = new ClaimTable(deps.mixes);
  const states = createTargetStates(deps, claims, find);
  const routing = createOutputRouting(deps, claims, find);
  const records = createBroadcastRecords(deps);
  const publisher = createLivePublisher(deps, claims, states, records);
  const engine: EngineState = { deps, broadcasts, claims, states, routing, records, publisher };
  const lifecycle = createLifecycle(engine);
  const unsubscribe = followTerminals(engine, lifecycle);
  const openSource = openStored(deps);
  const starts = createStarts(engine, lifecycle, openSource);
  let followDueUs = 0;
  let endTicks: (() => void) | undefined;

  function tick(): void {
    const nowUs = clock.now();
    const isFollowDue = nowUs >= followDueUs;
    if (isFollowDue) followDueUs = nowUs + FOLLOW_EVERY_US;
    for (const b of broadcasts.values()) {
      if (isFollowDue)
        b.stream.follow((unknownUs) => startLead(deps.gateway, claims.terminals(b.id), b.urgent, unknownUs));
      starts.beginIfDue(b, nowUs);
      b.stream.tick(nowUs);
      if (lifecycle.endIfDue(b, nowUs)) continue;
      if (b.checkSource()) routing.route(claims.terminals(b.id), nowUs);
      publisher.tick(b, nowUs);
    }
    records.tick(nowUs, broadcasts.values());
  }

  return {
    ...createChanges(engine, lifecycle),
    claims,
    pending: new PendingStarts(clock.now),
    open: openSource,
    get: find,
    all: () => broadcasts.values(),
    ...states,
    row: (b: Broadcast) => liveRow(b, claims.heardCount(b.id), clock.now(), clock.toWall),
    async prepare(row) {
      const reader = openSource({ position: 0, items: row.items, timeline: timelineOf(row) });
      await reader.prepare();
      return reader;
    },
    start: starts.start,
    startNeeds: (task, targets) => startNeeds(deps, task, targets),
    monitor: routing.monitor,
    restore: () => restoreBroadcasts(engine, lifecycle),
    tick,
    run() {
      endTicks ??= every(TICK_MS, tick);
    },
    async close() {
      endTicks?.();
      unsubscribe();
      await records.close(broadcasts.values());
    },
  };
}
