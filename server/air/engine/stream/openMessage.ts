import type { EngineDeps } from '../broadcast.ports.ts';
import type { ClaimStatus } from '../claim.ts';
import type { Broadcast } from '../state/broadcast.ts';
import type { OpenMessage } from './receiver.ts';

/** Message that opens a playing broadcast's stream at a terminal. */
export interface StreamOpening {
  b: Broadcast;
  terminal: number;
  /** Its claim there. */
  claim: ClaimStatus | null;
  /** Media time of its anchor. */
  began_us: number;
  nowUs: number;
  nameOf(broadcast: number): string | null;
}

export function openMessage(
  deps: Pick<EngineDeps, 'mixes' | 'kept'>,
  { b, terminal, claim, began_us, nowUs, nameOf }: StreamOpening,
): OpenMessage {
  // A claim below that is only ducked is not held back.
  const over = claim?.kind === 'holds' && !claim.ducks ? claim.over : null;
  const mix = deps.mixes(terminal) && b.claim.part !== 'alone' ? b.claim.part : undefined;
  const kept = deps.kept(b, began_us);
  const { left_ms } = b.position;
  return {
    type: 'stream.open',
    stream: b.id,
    broadcast: b.id,
    title: b.row.name,
    task_type: b.row.task_type,
    priority: b.row.priority,
    volume: b.row.volume,
    ...(b.urgent ? { urgent: true } : {}),
    from_us: Math.max(began_us, b.stream.align(nowUs + b.stream.startUs)),
    over: over === null ? null : nameOf(over),
    began_us: began_us - b.position_ms * 1000,
    ...(Number.isFinite(left_ms) ? { ends_us: began_us + left_ms * 1000 } : {}),
    ...(kept === undefined ? {} : { kept }),
    ...(mix === undefined ? {} : { mix }),
  };
}
