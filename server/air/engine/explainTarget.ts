import type { StateReason } from '../../../contract/entities/terminals/device.ts';
import type { Report } from '../../../contract/protocol/terminal.ts';
import type { Mute } from '../../site/terminals/gateway/playingState.ts';
import { type Delivery, deliveryReason } from '../../site/terminals/gateway/terminals.types.ts';
import type { ClaimStatus } from './claim.ts';
import type { RunningBroadcast } from './runningBroadcast.ts';
import type { TargetState } from './state/target.ts';

/** Level of a terminal that reports none, dBFS. */
const NO_LEVEL_DB = -200;

type Find = (id: number) => RunningBroadcast | undefined;

const nameOf = (find: Find, id: number) => find(id)?.row.name ?? String(id);

/** Reason why a terminal sounds as it does for the broadcast that holds it. */
export function explainClaim(b: RunningBroadcast, standing: ClaimStatus | null, find: Find): StateReason {
  const params = { task: b.row.name };
  if (b.paused) return { key: 'paused', params };
  if (b.starved) return { key: 'source_silent', params };
  if (standing?.kind === 'ducked' && find(standing.by)?.paused !== true)
    return { key: 'ducked', params: { ...params, by: nameOf(find, standing.by) } };
  if (standing?.kind === 'holds' && standing.over !== null) {
    if (standing.ducks && find(standing.over)?.paused === true) return { key: 'playing', params };
    const key = standing.ducks ? 'ducking' : 'preempting';
    return { key, params: { ...params, over: nameOf(find, standing.over) } };
  }
  return { key: 'playing', params };
}

/** Known state of a target's terminal. */
interface ReportFacts {
  /** Its last report. */
  report: Pick<Report, 'state' | 'powered' | 'level_db'> | null | undefined;
  /** True when the report is too old to prove anything. */
  isStale: boolean;
  mute: Mute | null;
  /** Relay of a terminal whose relay is lost; null: none. */
  behindRelay: string | null;
  /** Delivery to a terminal that reports nothing back. */
  delivery?: Delivery | undefined;
}

/** Reason why a target of a running broadcast sounds, or does not. */
export function explainTarget(
  b: RunningBroadcast,
  state: TargetState,
  standing: ClaimStatus | null,
  { report, isStale, mute, behindRelay, delivery }: ReportFacts,
  find: Find,
): StateReason {
  const params = { task: b.row.name };
  if (state === 'behind_relay') return { key: state, params: { ...params, relay: behindRelay ?? '' } };
  if (state === 'offline') return { key: 'offline', params };
  if (standing?.kind === 'preempted' || standing?.kind === 'waiting')
    return { key: standing.kind, params: { ...params, by: nameOf(find, standing.by) } };
  const delivered = deliveryReason(delivery, b.row.name);
  if (delivered !== null && (state === 'sent' || state === 'silent' || state === 'preempted'))
    return delivered;
  if (b.startWait !== null) return { key: 'start_waits', params };
  if ((state === 'silent' || state === 'unknown') && isStale) return { key: 'no_report', params };
  const reported = report?.state;
  if (state === 'silent' && report?.powered === false) return { key: 'off', params };
  if (state === 'silent' && (reported === 'locked' || reported === 'unsynced'))
    return { key: reported, params };
  if (state === 'silent' && mute === 'muted') return { key: 'muted', params };
  if (state === 'silent' && mute !== null)
    return { key: mute, params: { ...params, level: Math.round(report?.level_db ?? NO_LEVEL_DB) } };
  if (state === 'silent') return { key: 'silent', params: { ...params, level: NO_LEVEL_DB } };
  return explainClaim(b, standing, find);
}
