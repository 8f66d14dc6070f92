import { yieldToSound } from '../../../platform/process/slices.ts';
import type { OpenSource, Source } from '../../../sound/source/source.ts';
import type { BroadcastStart } from '../engineApi.ts';
import type { EngineState } from '../engineState.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { isUrgentTask } from '../rank.ts';
import { Broadcast } from '../state/broadcast.ts';
import { type StartTarget, StartWait, startNeeds } from './startWait.ts';

/** Starts of broadcasts: at once, or after a wait for loudspeakers that are called first. */
export interface Starts {
  start(request: BroadcastStart, source: Source, committed?: Promise<void>): Broadcast;
  /** Begins a broadcast whose wait is over. */
  beginIfDue(b: Broadcast, nowUs: number): void;
}

/** @param openSource opens stored programmes */
export function createStarts(engine: EngineState, lifecycle: Lifecycle, openSource: OpenSource): Starts {
  const { deps, broadcasts, claims, records, publisher } = engine;
  const { clock } = deps;

  const needsOf = (
    { row, emergency }: Pick<BroadcastStart, 'row' | 'emergency'>,
    targets: Iterable<StartTarget>,
  ) => startNeeds(deps, { ...row, emergency }, targets);

  function claim(b: Broadcast, nowUs: number): void {
    const terminals = [...b.targets.keys()];
    lifecycle.claimsChanged(terminals, claims.add(b.claim, terminals), nowUs);
  }

  function start(request: BroadcastStart, source: Source, committed = Promise.resolve()): Broadcast {
    yieldToSound();
    const nowUs = clock.now();
    const targets = request.targets.map(({ terminal_id }) => terminal_id);
    const isUrgent = isUrgentTask({ ...request.row, emergency: request.emergency });
    const needs = needsOf(request, request.targets);
    const leadUs = Math.max(lifecycle.leadOf(source, targets, isUrgent), needs?.leadUs ?? 0);
    const soonUs = lifecycle.soon(leadUs);
    const appointedUs = Math.round((request.from_us ?? 0) / 1000) * 1000;
    const from_us = Math.max(soonUs, appointedUs);
    const b = new Broadcast({
      open: openSource,
      ...request,
      weights: deps.weights(),
      originUs: from_us,
      voiceMix: deps.voiceMix(),
      ...{ decode: deps.decode, leadsAlone: deps.leadsAlone },
      isScheduledAhead: from_us > soonUs,
    });
    b.stream.recordTo(deps.record(b));
    records.begin(b, committed, request.inJournal === true);
    broadcasts.set(b.id, b);
    if (needs !== null && needs.called.length > 0) {
      b.setStartWait(new StartWait(needs.called, source, appointedUs, nowUs));
      publisher.publish(b);
    } else {
      b.play(source, from_us, clock.now);
      deps.firstSounds?.started(b, request.requestedUs ?? nowUs);
      claim(b, nowUs);
      deps.firstSounds?.routed(b);
      b.stream.tick(nowUs);
      lifecycle.reconcile(b);
    }
    // The row was stored before its anchor was known to the millisecond.
    records.save(b).catch(() => {});
    return b;
  }

  function beginIfDue(b: Broadcast, nowUs: number): void {
    const wait = b.startWait;
    if (wait === null || b.ended !== null) return;
    const pending = wait.pendingAt(nowUs);
    if (pending > 0) {
      if (wait.shown(pending)) publisher.publish(b);
      return;
    }
    const source = b.paused ? null : wait.takeSource();
    if (source !== null) {
      const terminals = [...b.targets.keys()];
      const targets = [...b.targets.values()].map(({ terminalId, org }) => ({
        terminal_id: terminalId,
        org,
      }));
      const needs = needsOf(b, targets);
      const leadUs = Math.max(lifecycle.leadOf(source, terminals, false), needs?.leadUs ?? 0);
      b.play(source, b.stream.align(Math.max(lifecycle.soon(leadUs), wait.appointedUs)), clock.now);
    }
    b.setStartWait(null);
    claim(b, nowUs);
    b.stream.tick(nowUs);
    lifecycle.reconcile(b);
    // The calls are kept by the streams that were opened.
    wait.end();
    records.save(b).catch(() => {});
  }

  return { start, beginIfDue };
}
