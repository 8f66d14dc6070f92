import type { StateReason } from '../../../contract/entities/terminals/device.ts';
import { START_LEAD_US } from '../../../contract/protocol/frames.ts';
import type { ListPosition, Source } from '../../sound/source/source.ts';
import type { ClaimChange } from './claim.ts';
import type { EngineState } from './engineState.ts';
import { STOP_LEAD_US } from './outputRouting.ts';
import { dueEnd, type EndReason, isCutOff, isShownAsStopped, playbackOf } from './playbackRules.ts';
import type { Broadcast } from './state/broadcast.ts';
import { startLead } from './stream/startLead.ts';

/** Lifecycle of broadcasts, from the start of their sound to the end. */
export interface Lifecycle {
  /** Applies changes of claims: routes the terminals again, and updates each broadcast concerned. */
  claimsChanged(terminals: Iterable<number>, changes: readonly ClaimChange[], nowUs: number): void;
  /** Does what `playbackRules.ts` decides: plays, suspends or ends a broadcast. */
  reconcile(b: Broadcast): void;
  /** Suspends a broadcast at its position, and takes back the sound that was sent ahead. */
  suspend(b: Broadcast): void;
  /** Opens the source at the anchor's position and plays. `from_us`: media time of the anchor. */
  open(b: Broadcast, from_us?: number): Promise<void>;
  /**
   * Continues at another place of the list without a gap. Resolves when stored.
   * @throws SourceError, nothing changed
   */
  switchTo(b: Broadcast, to: (position: number) => ListPosition | null): Promise<void>;
  /** Ends a broadcast whose sound is over; false: it goes on. */
  endIfDue(b: Broadcast, nowUs: number): boolean;
  /** Ends a broadcast. Resolves when the end is stored. */
  end(b: Broadcast, reason: EndReason): Promise<void>;
  /** Removes a terminal from the targets while the broadcast continues elsewhere. */
  removeTarget(b: Broadcast, terminal: number, reason: StateReason | null): void;
  /**
   * Media time at which sound that begins now is first heard: `leadUs` ahead (by default the longest lead of a start,
   * 200 ms), on whole milliseconds.
   */
  soon(leadUs?: number): number;
  /** Lead of a source that begins now at these terminals, µs: what they need, and what the source itself needs. */
  leadOf(source: Source, terminals: Iterable<number>, isUrgent: boolean): number;
}

/** Creates the lifecycle of broadcasts (open, suspend, switch to another place, end). */
export function createLifecycle({
  deps,
  broadcasts,
  claims,
  states,
  routing,
  records,
  publisher,
}: EngineState): Lifecycle {
  const { clock } = deps;
  const soon = (leadUs = START_LEAD_US) => Math.ceil((clock.now() + leadUs) / 1000) * 1000;
  /** Starts writes that nothing waits for: `records` logs and repeats them. */
  const unwatched = (write: Promise<unknown>) => {
    write.catch(() => {});
  };

  function claimsChanged(terminals: Iterable<number>, changes: readonly ClaimChange[], nowUs: number): void {
    const touched = new Set<number>();
    for (const { terminal, before, after, dropped } of changes) {
      for (const id of before) touched.add(id);
      for (const id of after) touched.add(id);
      const by = broadcasts.get(after[0] ?? 0)?.row.name ?? '';
      for (const id of dropped) {
        const preempted = broadcasts.get(id);
        if (preempted !== undefined) removeTarget(preempted, terminal, { key: 'preempted', params: { by } });
      }
    }
    routing.route(terminals, nowUs);
    for (const id of touched) {
      const b = broadcasts.get(id);
      if (b !== undefined) reconcile(b);
    }
  }

  function removeTarget(b: Broadcast, terminal: number, reason: StateReason | null): void {
    if (b.targetList.remove(terminal, reason)) records.saveProofsSoon(b);
  }

  function reconcile(b: Broadcast): void {
    if (b.ended !== null) return;
    const next = playbackOf({
      isPaused: b.paused,
      isWaiting: b.startWait !== null,
      resumePolicy: b.row.resume_policy,
      claimed: b.startWait === null ? claims.terminals(b.id).size : b.targets.size,
      heard: claims.heardCount(b.id),
    });
    if (next.kind === 'ends') {
      unwatched(end(b, next.reason));
      return;
    }
    const isPlaying = b.from_us !== null;
    if (next.kind === 'plays' && !isPlaying && !b.playback.isOpening) void open(b);
    else if (next.kind === 'suspended' && isPlaying) suspend(b);
    publisher.publish(b);
  }

  function suspend(b: Broadcast): void {
    const at_us = b.stream.align(clock.now() + STOP_LEAD_US);
    b.suspend(at_us);
    b.stream.cut(at_us);
    routing.silence(b);
    unwatched(records.save(b));
  }

  async function open(b: Broadcast, from_us?: number): Promise<void> {
    const isWanted = b.playback.open();
    let source: Source;
    try {
      source = b.sourceAt({ position: b.position_ms, items: b.items, timeline: b.timeline });
      await source.prepare();
    } catch (error) {
      if (isWanted()) fail(b, error);
      return;
    }
    if (!isWanted()) return source.close();
    play(b, source, from_us ?? b.stream.align(soon(leadOf(source, claims.terminals(b.id), b.urgent))));
    unwatched(records.save(b));
  }

  function leadOf(source: Source, terminals: Iterable<number>, isUrgent: boolean): number {
    const linksUs = startLead(deps.gateway, terminals, isUrgent, source.pace.unknownUs);
    source.follow?.(linksUs);
    return Math.max(source.pace.startUs, linksUs);
  }

  /** Plays a prepared source from a media time on. */
  function play(b: Broadcast, source: Source, from_us: number): void {
    const nowUs = clock.now();
    b.play(source, from_us, clock.now);
    routing.route(claims.terminals(b.id), nowUs);
    b.stream.tick(nowUs);
    publisher.publish(b);
  }

  async function switchTo(b: Broadcast, to: (position: number) => ListPosition | null): Promise<void> {
    const at_us = b.stream.align(soon());
    const next = to(b.positionAt(at_us));
    if (next === null) return end(b, 'stopped');
    const isWanted = b.playback.supersede();
    const source = b.sourceAt(next);
    try {
      await source.prepare();
      if (!isWanted()) return;
      b.startWait?.drop();
      const wasPlaying = b.from_us !== null;
      if (wasPlaying) b.suspend(at_us);
      b.moveTo(next);
      if (wasPlaying) {
        b.stream.cut(at_us);
        play(b, source, at_us);
      }
    } finally {
      if (!b.stream.plays(source)) source.close();
      reconcile(b);
    }
    await records.save(b);
  }

  function endIfDue(b: Broadcast, nowUs: number): boolean {
    const reason = dueEnd(b.stream, nowUs);
    if (reason === 'source') fail(b, b.stream.failure);
    else if (reason !== null) unwatched(end(b, reason));
    return reason !== null;
  }

  function end(b: Broadcast, reason: EndReason): Promise<void> {
    if (b.ended !== null) return records.settled(b);
    const nowUs = clock.now();
    const lastUs = isCutOff(reason) ? null : b.stream.endUs;
    const at_us = Math.max(lastUs ?? 0, b.stream.align(nowUs + STOP_LEAD_US));
    for (const target of b.targets.values()) {
      const state = states.stateOf(b, target);
      const heard = state === 'sounding' || (state === 'paused' && target.first_sound_at !== null);
      target.finish(heard ? null : states.reasonOf(b, target));
    }
    b.end(reason, Math.floor(clock.toWall(nowUs) / 1000), lastUs ?? at_us);
    b.stream.close(at_us);
    routing.silence(b);
    const terminals = [...claims.terminals(b.id)];
    const changes = claims.remove(b.id);
    broadcasts.delete(b.id);
    deps.live.remove(b.id);
    b.notifyEnd(reason);
    if (isShownAsStopped(reason)) routing.stoppedByHand(terminals, b.row.name);
    claimsChanged(terminals, changes, nowUs);
    return records.end(b);
  }

  function fail(b: Broadcast, error: unknown): void {
    deps.log.warn({ err: error, broadcast: b.id }, 'the source of a broadcast failed');
    unwatched(end(b, 'source'));
  }

  return { claimsChanged, reconcile, suspend, open, switchTo, endIfDue, end, removeTarget, soon, leadOf };
}
