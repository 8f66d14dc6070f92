import { provenUs } from '../../site/terminals/gateway/proofAge.ts';
import type { EngineState } from './engineState.ts';
import type { Lifecycle } from './lifecycle.ts';
import { reportedStreams } from './reportedStreams.ts';

/** Judgement of a terminal's reports where none is made: its sound is taken as audible. */
const assumed = { audible: true, mute: null, unprovenMs: 0 };

/**
 * Follows the terminals: links that come and go, reports, terminals that are deleted. Returns the function that
 * ends it.
 */
export function followTerminals(engine: EngineState, lifecycle: Lifecycle): () => void {
  const { deps, broadcasts, claims, routing, records } = engine;
  const { clock } = deps;

  /** Routes a terminal again after its link came or went, and marks the rows of its broadcasts as changed. */
  function linkChanged(terminal: number): void {
    routing.linkLost(terminal);
    lifecycle.claimsChanged([terminal], claims.refit(terminal), clock.now());
    for (const b of broadcasts.values()) if (b.targets.has(terminal)) b.liveRow.changed();
  }

  return deps.gateway.subscribe({
    online: ({ terminalId }) => linkChanged(terminalId),
    offline: linkChanged,
    report(terminalId, report) {
      const reported = reportedStreams(report);
      routing.silenceOthers(terminalId, reported);
      const { audible: wasAudible, mute, unprovenMs } = deps.hearing(terminalId) ?? assumed;
      const audible = wasAudible && unprovenMs === 0;
      for (const one of reported) {
        const b = broadcasts.get(one.stream) ?? records.ending(one.stream);
        const target = b?.targetList.find(terminalId);
        if (b === undefined || target === undefined) continue;
        const late = target.heard(one, clock, { audible, mute, provenUs: provenUs(b.urgent, one) });
        b.stream.reported(terminalId, late, one, clock.now());
        deps.firstSounds?.reported(b, target);
        b.liveRow.changed();
      }
    },
    delivered(terminalId) {
      for (const b of broadcasts.values()) if (b.targets.has(terminalId)) b.liveRow.changed();
    },
    removed(terminalId) {
      routing.linkLost(terminalId);
      for (const b of [...broadcasts.values()]) {
        if (!b.targetList.forget(terminalId)) continue;
        lifecycle.claimsChanged([], claims.remove(b.id, [terminalId]), clock.now());
        lifecycle.reconcile(b);
      }
      routing.forget(terminalId);
    },
  });
}
