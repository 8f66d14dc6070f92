import type { StateReason } from '../../../contract/entities/terminals/device.ts';
import { type Proof, proofOf } from '../../site/terminals/gateway/proofAge.ts';
import { isSent, type TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { EngineDeps } from './broadcast.ports.ts';
import type { ClaimTable } from './claimTable.ts';
import { explainTarget } from './explainTarget.ts';
import type { RunningBroadcast } from './runningBroadcast.ts';
import type { BroadcastTarget, TargetState } from './state/target.ts';

/** State of each target, and its reason. */
export interface TargetStates {
  stateOf(b: RunningBroadcast, target: BroadcastTarget): TargetState;
  reasonOf(b: RunningBroadcast, target: BroadcastTarget): StateReason;
}

/** Judges targets by their claims, and by the last reports of their terminals. */
export function createTargetStates(
  { gateway, hearing, lostRelayOf }: Pick<EngineDeps, 'gateway' | 'hearing' | 'lostRelayOf'>,
  claims: ClaimTable,
  find: (id: number) => RunningBroadcast | undefined,
): TargetStates {
  /** Validity of the last report that proves anything. */
  function proofAt({ terminalId, reportAgeMs, report }: TerminalLink, { urgent }: RunningBroadcast): Proof {
    return proofOf(reportAgeMs + (hearing(terminalId)?.unprovenMs ?? 0), urgent, report);
  }

  function stateOf(b: RunningBroadcast, target: BroadcastTarget): TargetState {
    const link = gateway.link(target.terminalId);
    if (link === undefined) return lostRelayOf(target.terminalId) === null ? 'offline' : 'behind_relay';
    if (b.startWait !== null) return 'silent';
    if (!claims.heard(target.terminalId).includes(b.id)) return 'preempted';
    if (b.paused) return 'paused';
    const delivery = link.delivery?.(b.id);
    if (isSent(delivery)) return 'sent';
    if (delivery !== undefined) return delivery === 'other' ? 'preempted' : 'silent';
    if (!target.playing) return 'silent';
    const proof = proofAt(link, b);
    if (proof !== 'fresh') return proof === 'stale' ? 'unknown' : 'silent';
    return (hearing(target.terminalId)?.audible ?? true) ? 'sounding' : 'silent';
  }

  function reasonOf(b: RunningBroadcast, target: BroadcastTarget): StateReason {
    const link = gateway.link(target.terminalId);
    const isStale = link !== undefined && proofAt(link, b) !== 'fresh';
    const mute = hearing(target.terminalId)?.mute ?? null;
    const behindRelay = lostRelayOf(target.terminalId);
    const report = { report: link?.report, isStale, mute, behindRelay, delivery: link?.delivery?.(b.id) };
    return explainTarget(b, stateOf(b, target), claims.standing(b.id, target.terminalId), report, find);
  }

  return { stateOf, reasonOf };
}
