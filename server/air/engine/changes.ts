import type { StateReason } from '../../../contract/entities/terminals/device.ts';
import type { BroadcastItem } from '../../sound/source/broadcastItem.ts';
import type { EngineState } from './engineState.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { FinishReason } from './playbackRules.ts';
import type { Broadcast } from './state/broadcast.ts';
import { relocate } from './state/relocate.ts';
import type { BroadcastTargetInit } from './state/targets.ts';

/** Changes of running broadcasts that persons and other parts of the server ask for (see `engineApi.ts`). */
export function createChanges(engine: EngineState, lifecycle: Lifecycle) {
  const { deps, claims, routing, records, publisher } = engine;
  const { clock } = deps;
  const routeAll = (b: Broadcast) => routing.route(claims.terminals(b.id), clock.now());

  /** Removes terminals of a broadcast with their claims. */
  function remove(b: Broadcast, terminals: readonly number[], reason: StateReason | null): void {
    for (const terminal of terminals) lifecycle.removeTarget(b, terminal, reason);
    lifecycle.claimsChanged(terminals, claims.remove(b.id, terminals), clock.now());
  }

  return {
    pause(b: Broadcast): Promise<void> {
      b.playback.pause();
      if (b.from_us !== null) lifecycle.suspend(b);
      routeAll(b);
      publisher.publish(b);
      return records.save(b);
    },
    resume(b: Broadcast): Promise<void> {
      b.playback.resume();
      routeAll(b);
      lifecycle.reconcile(b);
      return records.save(b);
    },
    withdraw(b: Broadcast): void {
      lifecycle.end(b, 'source').catch(() => {});
    },
    stop: (b: Broadcast) => lifecycle.end(b, 'stopped'),
    finish: (b: Broadcast, reason: FinishReason) => lifecycle.end(b, reason),
    jump: (b: Broadcast, to: 'next' | 'previous') =>
      lifecycle.switchTo(b, (at) => {
        const position = b.timeline[to](at);
        return position === null ? null : { position, items: b.items, timeline: b.timeline };
      }),
    setItems: (b: Broadcast, items: BroadcastItem[]) =>
      lifecycle.switchTo(b, (position) => relocate(b, items, position)),
    async known(b: Broadcast, items: BroadcastItem[]): Promise<void> {
      if (b.ended !== null) return;
      b.replaceItems(items);
      publisher.publish(b);
      await records.save(b);
    },
    setVolume(b: Broadcast, volume: number | null): Promise<void> {
      b.setVolume(volume);
      routeAll(b);
      publisher.publish(b);
      return records.save(b);
    },
    async takeOut(b: Broadcast, terminals: readonly number[]): Promise<void> {
      const own = terminals.filter((terminal) => b.targets.has(terminal));
      routing.stoppedByHand(own, b.row.name);
      remove(b, own, { key: 'stopped', params: { task: b.row.name } });
      lifecycle.reconcile(b);
      await records.saveLeft(b);
      await records.settled(b);
    },
    withhold(b: Broadcast): void {
      for (const target of b.targets.values()) target.withhold();
    },
    release(b: Broadcast, terminal: number, reason: StateReason | null): void {
      if (reason === null) b.targets.get(terminal)?.confirm();
      remove(b, [terminal], reason);
    },
    admit(b: Broadcast, targets: readonly BroadcastTargetInit[]): void {
      if (b.ended !== null) return;
      const own = b.targetList.add(targets);
      if (own.length === 0) return;
      if (b.startWait === null) lifecycle.claimsChanged(own, claims.add(b.claim, own), clock.now());
      lifecycle.reconcile(b);
    },
    dismiss(b: Broadcast, terminals: readonly number[], reason: StateReason): void {
      const own = terminals.filter((terminal) => b.targets.has(terminal));
      if (own.length === 0) return;
      remove(b, own, reason);
      lifecycle.reconcile(b);
    },
  };
}
