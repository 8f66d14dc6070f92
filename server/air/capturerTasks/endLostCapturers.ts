import type { FaultSink } from '../../site/faults/faults.ts';
import { defaultTimes } from '../../site/faults/terminalFaults.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { Engine } from '../engine/engineApi.ts';
import { isByIo } from './capturerTaskViews.ts';

const KIND = 'capturer_gone';
const LOOK_MS = 1_000;

export interface EndLostCapturersDeps {
  engine: Pick<Engine, 'all' | 'withdraw'>;
  faults: FaultSink;
  gateway: Pick<TerminalGateway, 'link'>;
  directory: Pick<Directory, 'byId'>;
  /** Marks the input of a channel as open, so that a contact closed at the capturer's return is an edge. */
  reopen(capturer: number, channel: number): void;
  /** Absent: `defaultTimes`. */
  afterMs?: number | undefined;
}

/**
 * A task started by an input is ended by that input only: a capturer that does not return would keep
 * terminals silent for ever. After a time the broadcast is withdrawn, with a fault, and what it pre-empted
 * plays again. Returns the function that ends the watch.
 */
export function endLostCapturers(deps: EndLostCapturersDeps): () => void {
  const { engine, faults, gateway, directory, afterMs = defaultTimes.capturerMs } = deps;
  /** Time at which the capturer of a broadcast went offline, monotonic ms. */
  const since = new Map<number, number>();

  function look(): void {
    const now = performance.now();
    const away = new Set<number>();
    for (const b of [...engine.all()]) {
      const { stream } = b.row;
      if (!isByIo(b) || stream === null || !('capturer' in stream)) continue;
      if (gateway.link(stream.capturer) !== undefined) continue;
      away.add(b.id);
      const from = since.get(b.id) ?? now;
      since.set(b.id, from);
      if (now - from < afterMs) continue;
      const capturer = directory.byId(stream.capturer);
      faults.open({
        kind: KIND,
        subject: `${stream.capturer}:${stream.channel}`,
        terminal_id: capturer?.id ?? null,
        org: capturer?.org ?? null,
        params: { task: b.row.name, name: capturer?.settings.name ?? '' },
      });
      deps.reopen(stream.capturer, stream.channel);
      engine.withdraw(b);
    }
    for (const id of since.keys()) if (!away.has(id)) since.delete(id);
    for (const { kind, subject } of faults.allOpen())
      if (kind === KIND && gateway.link(Number.parseInt(subject, 10)) !== undefined)
        faults.resolve(KIND, subject);
  }
  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
