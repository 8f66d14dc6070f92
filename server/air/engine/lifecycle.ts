import type { Why } from '../../../contract/entities/terminals/device.ts';
import { START_LEAD_US } from '../../../contract/protocol/frames.ts';
import type { ListPosition, Source } from '../../sound/source/source.ts';
import type { EngineDeps } from './broadcast.ports.ts';
import type { BroadcastRecords } from './broadcastRecords.ts';
import type { ClaimChange } from './claim.ts';
import type { ClaimTable } from './claimTable.ts';
import { liveRow } from './liveRow.ts';
import { type OutputRouting, STOP_LEAD_US } from './outputRouting.ts';
import type { EndReason, RunningBroadcast } from './runningBroadcast.ts';

/** State shared by the parts of the engine: running broadcasts, their claims, output routing and storage. */
export interface EngineState {
  deps: EngineDeps;
  broadcasts: Map<number, RunningBroadcast>;
  claims: ClaimTable;
  seats: OutputRouting;
  records: BroadcastRecords;
}

/** Ends after which a terminal is shown as stopped by hand, until something new plays there. */
const shownAfter: ReadonlySet<EndReason> = new Set(['stopped', 'released', 'denied']);

/** Lifecycle of broadcasts, from the start of their sound to the end. */
export interface Lifecycle {
  /** Applies changes of claims: routes the terminals anew, and updates each broadcast concerned. */
  changed(terminals: Iterable<number>, changes: readonly ClaimChange[], now_us: number): void;
  /** Plays, holds or ends a broadcast, as its claims, its resume policy and its pause require. */
  follow(b: RunningBroadcast): void;
  /** Holds a broadcast at its position, and takes back the sound that was sent ahead. */
  stand(b: RunningBroadcast): void;
  /** Opens the source at the anchor's position and plays. `from_us`: media time of the anchor. */
  begin(b: RunningBroadcast, from_us?: number): Promise<void>;
  /** Plays a prepared source from a media time on. */
  play(b: RunningBroadcast, source: Source, from_us: number, now_us: number): void;
  /**
   * Continues at another place of the list without a gap. Resolves when stored.
   * @throws SourceError, nothing changed
   */
  splice(b: RunningBroadcast, to: (position: number) => ListPosition | null): Promise<void>;
  /** Ends a broadcast. Resolves when the end is stored. */
  end(b: RunningBroadcast, reason: EndReason): Promise<void>;
  fail(b: RunningBroadcast, error: unknown): void;
  /** Removes a terminal from the targets while the broadcast continues elsewhere. */
  depart(b: RunningBroadcast, terminal: number, why: Why | null): void;
  publish(b: RunningBroadcast): void;
  /**
   * Media time at which sound that begins now is first heard: `lead_us` (200 ms by default) ahead, on whole
   * milliseconds.
   */
  soon(lead_us?: number): number;
}

/** Creates the lifecycle of broadcasts (begin, hold, splice to another place, end). */
export function createLifecycle({ deps, broadcasts, claims, seats, records }: EngineState): Lifecycle {
  const { clock } = deps;
  const soon = (lead_us = START_LEAD_US) => Math.ceil((clock.now() + lead_us) / 1000) * 1000;
  /** For writes that nothing waits for: `records` logs and repeats them. */
  const unwatched = (write: Promise<unknown>) => {
    write.catch(() => {});
  };

  function publish(b: RunningBroadcast): void {
    if (b.ended !== null) return;
    const now_us = clock.now();
    for (const target of b.targets.values()) {
      target.state = seats.stateOf(b, target);
      // A terminal in another zone: its proof is stored at once, so that this zone's readers see the run with
      // its live row.
      if (target.moved(deps.orgOf(target.terminalId) ?? null)) records.soon(b);
    }
    b.changed = false;
    b.published_at = now_us;
    deps.live.upsert(liveRow(b, claims.heardCount(b.id), now_us, clock.toWall));
  }

  function changed(terminals: Iterable<number>, changes: readonly ClaimChange[], now_us: number): void {
    const touched = new Set<number>();
    for (const { terminal, before, after, dropped } of changes) {
      for (const id of before) touched.add(id);
      for (const id of after) touched.add(id);
      const by = broadcasts.get(after[0] ?? 0)?.row.name ?? '';
      for (const id of dropped) {
        const preempted = broadcasts.get(id);
        if (preempted !== undefined) depart(preempted, terminal, { key: 'preempted', params: { by } });
      }
    }
    seats.settle(terminals, now_us);
    for (const id of touched) {
      const b = broadcasts.get(id);
      if (b !== undefined) follow(b);
    }
  }

  function depart(b: RunningBroadcast, terminal: number, why: Why | null): void {
    const target = b.targets.get(terminal);
    if (target === undefined) return;
    target.reason = why;
    target.left = true;
    target.unwritten = true;
    b.targets.delete(terminal);
    b.former.set(terminal, target);
    records.soon(b);
  }

  function follow(b: RunningBroadcast): void {
    if (b.ended !== null) return;
    if (claims.terminals(b.id).size === 0) {
      unwatched(end(b, 'no_targets'));
      return;
    }
    // Resume policy `position` holds the broadcast only when all its terminals were taken, so that they stay
    // in step.
    const isHeld = b.row.resume_policy === 'position' && claims.heardCount(b.id) === 0;
    const shouldPlay = !b.paused && !isHeld;
    if (shouldPlay && b.from_us === null && b.beginning !== b.course) void begin(b);
    else if (!shouldPlay && b.from_us !== null) stand(b);
    publish(b);
  }

  function stand(b: RunningBroadcast): void {
    const at_us = b.stream.align(clock.now() + STOP_LEAD_US);
    b.stand(at_us);
    b.stream.cut(at_us);
    seats.silence(b);
    unwatched(records.save(b));
  }

  async function begin(b: RunningBroadcast, from_us?: number): Promise<void> {
    const generation = ++b.course;
    b.beginning = generation;
    let source: Source;
    try {
      source = b.open({ position: b.position_ms, items: b.items, timeline: b.timeline });
      await source.prepare();
    } catch (error) {
      if (b.course === generation) fail(b, error);
      return;
    }
    if (b.course !== generation || b.ended !== null) return source.close();
    play(b, source, from_us ?? b.stream.align(soon(source.pace.start_us)), clock.now());
    unwatched(records.save(b));
  }

  function play(b: RunningBroadcast, source: Source, from_us: number, now_us: number): void {
    b.from_us = from_us;
    b.stream.play(source, from_us, b.limit_ms, clock.now);
    seats.settle(claims.terminals(b.id), now_us);
    b.stream.tick(now_us);
    publish(b);
  }

  async function splice(b: RunningBroadcast, to: (position: number) => ListPosition | null): Promise<void> {
    const at_us = b.stream.align(soon());
    const next = to(b.positionAt(at_us));
    if (next === null) return end(b, 'stopped');
    const generation = ++b.course;
    const source = b.open(next);
    try {
      await source.prepare();
      if (b.course !== generation || b.ended !== null) return;
      const running = b.from_us !== null;
      if (running) b.stand(at_us);
      b.row.items = [...next.items];
      b.timeline = next.timeline;
      b.position_ms = next.position;
      if (running) {
        b.stream.cut(at_us);
        play(b, source, at_us, clock.now());
      }
    } finally {
      if (!b.stream.plays(source)) source.close();
      follow(b);
    }
    await records.save(b);
  }

  function end(b: RunningBroadcast, reason: EndReason): Promise<void> {
    if (b.ended !== null) return b.written.then(() => {});
    const now_us = clock.now();
    const natural = reason === 'stopped' || reason === 'no_targets' ? null : b.stream.end_us;
    const at_us = Math.max(natural ?? 0, b.stream.align(now_us + STOP_LEAD_US));
    for (const target of b.targets.values()) {
      const state = seats.stateOf(b, target);
      const heard = state === 'sounding' || (state === 'paused' && target.first_sound_at !== null);
      target.reason = heard ? null : seats.whyOf(b, target);
      target.unwritten = true;
    }
    b.stand(natural ?? at_us);
    b.ended = { reason, at: Math.floor(clock.toWall(now_us) / 1000) };
    b.stream.close(at_us);
    seats.silence(b);
    const terminals = [...claims.terminals(b.id)];
    const changes = claims.remove(b.id);
    broadcasts.delete(b.id);
    deps.live.remove(b.id);
    b.onEnd(reason);
    if (shownAfter.has(reason)) seats.stoppedByHand(terminals, b.row.name);
    changed(terminals, changes, now_us);
    return records.end(b);
  }

  function fail(b: RunningBroadcast, error: unknown): void {
    deps.log.warn({ err: error, broadcast: b.id }, 'the source of a broadcast failed');
    unwatched(end(b, 'source'));
  }

  return { changed, follow, stand, begin, play, splice, end, fail, depart, publish, soon };
}
