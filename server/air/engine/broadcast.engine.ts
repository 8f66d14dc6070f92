import { giveWay } from '../../platform/process/slices.ts';
import { provenUs } from '../../site/terminals/gateway/proofAge.ts';
import { openStored } from '../../sound/source/listPosition.ts';
import { timelineOf } from '../../sound/source/listTimeline.ts';
import type { EngineDeps } from './broadcast.ports.ts';
import { createBroadcastRecords } from './broadcastRecords.ts';
import { ClaimTable } from './claimTable.ts';
import type { Engine } from './engineApi.ts';
import { createLifecycle, type EngineState } from './lifecycle.ts';
import { liveRow, ROW_AGE_US, ROW_EVERY_US } from './liveRow.ts';
import { createOutputRouting } from './outputRouting.ts';
import { PendingStarts } from './pendingStarts.ts';
import { relocate } from './relocate.ts';
import { reportedStreams } from './reportedStreams.ts';
import { restoreBroadcasts } from './restoreBroadcasts.ts';
import { RunningBroadcast } from './runningBroadcast.ts';
import { Target } from './target.ts';
import { every } from './ticker.ts';

/**
 * Claims of a broadcast are released this long before its last sample, so that the next sound starts without
 * a gap, µs.
 */
const END_LEAD_US = 100_000;
const TICK_MS = 50;
/** Judgement of a terminal's reports where none is made: its sound is taken as audible. */
const believed = { audible: true, mute: null };

/** Engine: everything that is on the air. */
export function createEngine(deps: EngineDeps): Engine {
  const { clock, gateway } = deps;
  const broadcasts = new Map<number, RunningBroadcast>();
  const claims = new ClaimTable(deps.mixes);
  const seats = createOutputRouting(deps, claims, broadcasts);
  const records = createBroadcastRecords(deps);
  const air: EngineState = { deps, broadcasts, claims, seats, records };
  const course = createLifecycle(air);
  const stored = openStored(deps);
  let endTicks: (() => void) | undefined;

  function tick(): void {
    const now_us = clock.now();
    for (const b of broadcasts.values()) {
      b.stream.tick(now_us);
      const end_us = b.stream.end_us;
      if (end_us !== null && now_us >= end_us - END_LEAD_US) {
        if (b.stream.failure !== null) course.fail(b, b.stream.failure);
        else course.end(b, b.stream.ending).catch(() => {});
      } else {
        if (b.starved !== b.stream.starved) {
          b.starved = b.stream.starved;
          b.changed = true;
          seats.settle(claims.terminals(b.id), now_us);
        }
        const age_us = now_us - b.published_at;
        // While it plays, rows are published even without reports: old reports stop counting as proof.
        const isMoving = b.changed || b.from_us !== null || b.faceEnds_us <= now_us;
        const due = age_us >= (isMoving ? ROW_EVERY_US : ROW_AGE_US);
        if (due) course.publish(b);
      }
    }
    records.tick(now_us, broadcasts.values());
  }

  /** Routes a terminal anew after its link came or went, and marks the rows of its broadcasts as changed. */
  function linkChanged(terminal: number): void {
    seats.unplug(terminal);
    course.changed([terminal], claims.refit(terminal), clock.now());
    for (const b of broadcasts.values()) if (b.targets.has(terminal)) b.changed = true;
  }

  const unsubscribe = gateway.subscribe({
    online: ({ terminalId }) => linkChanged(terminalId),
    offline: linkChanged,
    report(terminalId, report) {
      const told = reportedStreams(report);
      seats.untold(terminalId, told);
      const { audible, mute } = deps.hearing(terminalId) ?? believed;
      for (const one of told) {
        const b = broadcasts.get(one.stream) ?? records.ending(one.stream);
        const target = b?.targets.get(terminalId) ?? b?.former.get(terminalId);
        if (b === undefined || target === undefined) continue;
        const late = target.late;
        target.heard(one, clock, { audible, mute, proven_us: provenUs(b.urgent, one) });
        b.stream.reported(terminalId, target.late - late, one, clock.now());
        deps.firstSounds?.heard(b, target);
        b.changed = true;
      }
    },
    removed(terminalId) {
      seats.unplug(terminalId);
      for (const b of [...broadcasts.values()]) {
        b.former.delete(terminalId);
        if (!b.targets.delete(terminalId)) continue;
        course.changed([], claims.remove(b.id, [terminalId]), clock.now());
        course.follow(b);
      }
      seats.forget(terminalId);
    },
  });

  return {
    claims,
    pending: new PendingStarts(clock.now),
    open: stored,
    get: (id) => broadcasts.get(id),
    all: () => broadcasts.values(),
    stateOf: seats.stateOf,
    whyOf: seats.whyOf,
    row: (b) => liveRow(b, claims.heardCount(b.id), clock.now(), clock.toWall),
    async prepare(row) {
      const reader = stored({ position: 0, items: row.items, timeline: timelineOf(row) });
      await reader.prepare();
      return reader;
    },
    start(begun, source, committed = Promise.resolve()) {
      giveWay();
      const { row, targets, startedBy, open = stored, from_us: appointed_us = 0 } = begun;
      const now_us = clock.now();
      const soon_us = course.soon(source.pace.start_us);
      const from_us = Math.max(soon_us, Math.round(appointed_us / 1000) * 1000);
      const voiceMix = deps.voiceMix();
      const b = new RunningBroadcast(row, targets, startedBy, deps.weights(), from_us, open, {
        ...begun,
        voiceMix,
        decode: deps.decode,
      });
      b.stream.tap = deps.record(b);
      b.appointed = from_us > soon_us;
      b.committed = committed;
      b.written = committed;
      broadcasts.set(b.id, b);
      b.from_us = from_us;
      b.stream.play(source, from_us, b.limit_ms, clock.now);
      const terminals = [...b.targets.keys()];
      course.changed(terminals, claims.add(b.claim, terminals), now_us);
      deps.firstSounds?.begun(b, begun.asked_us ?? now_us);
      b.stream.tick(now_us);
      course.follow(b);
      // The row was stored before its anchor was known to the millisecond.
      records.save(b).catch(() => {});
      return b;
    },
    withdraw(b) {
      course.end(b, 'source').catch(() => {});
    },
    pause(b) {
      b.paused = true;
      if (b.from_us !== null) course.stand(b);
      b.course++;
      seats.settle(claims.terminals(b.id), clock.now());
      course.publish(b);
      return records.save(b);
    },
    resume(b) {
      b.paused = false;
      b.manual = true;
      seats.settle(claims.terminals(b.id), clock.now());
      course.follow(b);
      return records.save(b);
    },
    stop: (b) => course.end(b, 'stopped'),
    finish: (b, why) => course.end(b, why),
    jump: (b, to) =>
      course.splice(b, (at) => {
        const position = b.timeline[to](at);
        return position === null ? null : { position, items: b.items, timeline: b.timeline };
      }),
    setItems: (b, items) => course.splice(b, (position) => relocate(b, items, position)),
    async known(b, items) {
      if (b.ended !== null) return;
      b.row.items = [...items];
      b.timeline = timelineOf(b.row);
      b.face = null;
      course.publish(b);
      await records.save(b);
    },
    setVolume(b, volume) {
      b.row.volume = volume;
      b.stream.volume(volume);
      seats.settle(claims.terminals(b.id), clock.now());
      course.publish(b);
      return records.save(b);
    },
    async takeOut(b, terminals) {
      const own = terminals.filter((terminal) => b.targets.has(terminal));
      seats.stoppedByHand(own, b.row.name);
      for (const terminal of own)
        course.depart(b, terminal, { key: 'stopped', params: { task: b.row.name } });
      course.changed(own, claims.remove(b.id, own), clock.now());
      course.follow(b);
      await records.saveLeft(b);
      await b.written;
    },
    release(b, terminal, why) {
      if (why === null) b.targets.get(terminal)?.confirm();
      course.depart(b, terminal, why);
      course.changed([terminal], claims.remove(b.id, [terminal]), clock.now());
    },
    admit(b, targets) {
      const fresh = targets.filter(({ terminal_id }) => !b.targets.has(terminal_id));
      if (b.ended !== null || fresh.length === 0) return;
      for (const { terminal_id, org } of fresh) {
        const target = b.former.get(terminal_id) ?? new Target(terminal_id, org);
        target.rejoin();
        b.former.delete(terminal_id);
        b.targets.set(terminal_id, target);
      }
      const own = fresh.map(({ terminal_id }) => terminal_id);
      course.changed(own, claims.add(b.claim, own), clock.now());
      course.follow(b);
    },
    dismiss(b, terminals, why) {
      const own = terminals.filter((terminal) => b.targets.has(terminal));
      if (own.length === 0) return;
      for (const terminal of own) course.depart(b, terminal, why);
      course.changed(own, claims.remove(b.id, own), clock.now());
      course.follow(b);
    },
    shadow: seats.shadow,
    restore: () => restoreBroadcasts(air, course),
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
