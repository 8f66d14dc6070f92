import type { StateReason } from '../../../contract/entities/terminals/device.ts';
import { volumeToDb } from '../../../contract/protocol/audio.ts';
import type { Report } from '../../../contract/protocol/terminal.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { BroadcastTarget } from '../engine/state/target.ts';
import { TONE_DB } from './tone.ts';

const KIND = 'self_test';
/** Tolerance between the measured level and the tone at the terminal's volume, dB. */
const TOLERANCE_DB = 12;
/** Time after which a terminal that was sent the tone and did not play it has failed, ms. */
const TIMEOUT_MS = 8_000;
/** Maximum time to wait for terminals that play something else, ms. */
const MOST_MS = 30 * 60_000;
const LOOK_MS = 500;

export interface SelfTestDeps {
  engine: Pick<Engine, 'stateOf' | 'withhold' | 'release' | 'finish'>;
  gateway: Pick<TerminalGateway, 'link'>;
  directory: Pick<Directory, 'byId'>;
  faults: FaultSink;
}

/**
 * Tells if a terminal's sound card played the tone: compares its measured level with the tone at its volume.
 */
export function tookTone(report: Pick<Report, 'state' | 'level_db' | 'volume'>, ownVolume: number): boolean {
  if (report.state !== 'playing' || report.level_db === null) return false;
  const volume = report.volume ?? ownVolume;
  return volume > 0 && Math.abs(report.level_db - volumeToDb(volume) - TONE_DB) <= TOLERANCE_DB;
}

/** Reason why there was no tone, as far as the terminal reports it. */
function silenceReason(report: Report | null, ownVolume: number): StateReason {
  if (report?.state === 'locked' || report?.state === 'unsynced') return { key: report.state, params: {} };
  if (report?.powered === false) return { key: 'off', params: {} };
  if ((report?.volume ?? ownVolume) <= 0) return { key: 'muted', params: {} };
  return { key: 'silent', params: {} };
}

/**
 * Silent self-test: a broadcast of an inaudible tone that finds muted, locked and dead loudspeakers. Its
 * claim is the lowest of all, so that it pre-empts nothing and busy terminals are tested when they become
 * free. Each terminal leaves the broadcast with its result: in the task log, and as a fault for each failure,
 * which the next passed test resolves.
 */
export function createSelfTest({ engine, gateway, directory, faults }: SelfTestDeps) {
  const timers = new Set<NodeJS.Timeout>();

  function verdict(b: RunningBroadcast, target: BroadcastTarget, reason: StateReason | null): void {
    const { terminalId } = target;
    const subject = String(terminalId);
    const row = directory.byId(terminalId)?.row;
    if (reason === null) faults.resolve(KIND, subject);
    else if (row !== undefined) {
      const params = { name: row.dev_name2 || row.name, code: row.code };
      faults.open({ kind: KIND, subject, terminal_id: terminalId, org: row.org, params });
    }
    engine.release(b, terminalId, reason);
  }

  /** Checks each terminal of a test periodically until all testable ones are done. */
  return {
    watch(b: RunningBroadcast): void {
      /** Start of the tone at each terminal, monotonic ms. */
      const since = new Map<number, number>();
      const began = performance.now();
      engine.withhold(b);
      function look(): void {
        if (b.ended !== null) {
          end();
          return;
        }
        const now = performance.now();
        let left = 0;
        for (const target of [...b.targets.values()]) {
          const state = engine.stateOf(b, target);
          const isAway = state === 'offline' || state === 'behind_relay';
          if (isAway || state === 'preempted' || state === 'paused') {
            since.delete(target.terminalId);
            // An offline terminal, or its relay, has a fault of its own, and is not waited for.
            if (!isAway) left++;
            continue;
          }
          if (directory.byId(target.terminalId)?.seen.features.includes('decode') === false) {
            engine.release(b, target.terminalId, { key: 'unsupported', params: {} });
            continue;
          }
          const from = since.get(target.terminalId) ?? now;
          since.set(target.terminalId, from);
          const report = gateway.link(target.terminalId)?.report ?? null;
          const volume = directory.byId(target.terminalId)?.row.ao_volume ?? 0;
          const hasBegun = report?.stream === b.id && report.first_sound_us !== null;
          if (hasBegun && tookTone(report, volume)) verdict(b, target, null);
          else if (now - from >= TIMEOUT_MS) verdict(b, target, silenceReason(report, volume));
          else left++;
        }
        if (left > 0 && now - began < MOST_MS) return;
        end();
        if (b.ended === null) engine.finish(b, 'tested').catch(() => {});
      }
      function end(): void {
        clearInterval(timer);
        timers.delete(timer);
      }
      const timer = setInterval(look, LOOK_MS);
      timers.add(timer);
    },
    close(): void {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
export type SelfTest = ReturnType<typeof createSelfTest>;
