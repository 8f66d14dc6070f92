import type { Engine } from '../engine/engineApi.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';

/**
 * Counts what the targets of a talk do, which broadcasts it interrupts or ducks, and why targets do not play
 * it.
 */
export function talkState(engine: Pick<Engine, 'row' | 'claims' | 'reasonOf'>, b: RunningBroadcast) {
  const { targets, sounding, preempted, offline, behind_relay } = engine.row(b);
  const interrupts = new Set<number>();
  const lowers = new Set<number>();
  const unheard = new Map<string, number>();
  for (const target of b.targets.values()) {
    const standing = engine.claims.standing(b.id, target.terminalId);
    // A terminal without a connection plays nothing of this server that could be interrupted.
    const isHere = target.state !== 'offline' && target.state !== 'behind_relay';
    if (standing?.kind === 'holds' && standing.over !== null && isHere)
      (standing.ducks ? lowers : interrupts).add(standing.over);
    if (target.state === 'sounding') continue;
    const { key } = engine.reasonOf(b, target);
    unheard.set(key, (unheard.get(key) ?? 0) + 1);
  }
  return {
    targets,
    sounding,
    preempted,
    // To a speaker both are terminals that the speech does not reach; `unheard` tells them apart.
    offline: offline + behind_relay,
    interrupts: interrupts.size,
    lowers: lowers.size,
    unheard: [...unheard]
      .map(([reason, terminals]) => ({ reason, terminals }))
      .sort((a, b) => b.terminals - a.terminals),
  };
}
