import type { WebSocket } from 'ws';
import { textOf } from '../link/dial.ts';
import { leaderState, leadOffered, type Report, splitSeen } from '../link/messages.ts';
import type { Partner } from '../link/pairRecord.ts';
import type { FollowerDeps } from './follower.types.ts';

const REPORT_MS = 1_000;
/** Interval of reports to a leader that waits for them, ms. */
const HURRY_MS = 100;
/** Time without an answer of the leader after which the connection counts as broken, ms. */
const SILENT_MS = 3_000;
/** Time for which the leader may lack the log that is needed, before the copy is made again, ms. */
const NOT_KEPT_MS = 5_000;

export interface ReportingDeps {
  log: Pick<FollowerDeps['log'], 'warn'>;
  make(): Promise<Report>;
  isCopying(): boolean;
  /** Called with the witness that the leader names. */
  witness(witness: Partner | null): void;
  /** Called when somebody has seen what this machine had stored alone. */
  splitSeen(): void;
  /** Called when the leader is to stop, and this machine to take over. */
  leadOffered(): void;
  /** Called when the leader no longer has the log that is needed. */
  copyAgain(): void;
}

export interface Reporting {
  /** Reports more often: the leader stops as soon as this machine has everything. */
  hurry(): void;
  end(): void;
}

/** Reports to the leader each second, and ends the connection when it is silent. */
export function reportTo(socket: WebSocket, deps: ReportingDeps): Reporting {
  let heardAt = performance.now();
  let notKeptAt: number | null = null;
  socket.on('message', (data) => {
    heardAt = performance.now();
    const message = textOf(data);
    if (splitSeen.safeParse(message).success) return deps.splitSeen();
    if (leadOffered.safeParse(message).success) return deps.leadOffered();
    const state = leaderState.safeParse(message).data;
    if (state === undefined) return;
    deps.witness(state.witness);
    if (state.is_kept || deps.isCopying()) notKeptAt = null;
    else notKeptAt ??= performance.now();
    if (notKeptAt !== null && performance.now() - notKeptAt > NOT_KEPT_MS) deps.copyAgain();
  });
  const report = async () => {
    if (performance.now() - heardAt > SILENT_MS) return socket.terminate();
    const text = JSON.stringify(await deps.make());
    if (socket.readyState === socket.OPEN) socket.send(text);
  };
  const send = () =>
    void report().catch((err) => deps.log.warn({ err }, 'the state cannot be reported to the leader'));
  send();
  let timer = setInterval(send, REPORT_MS);
  const end = () => clearInterval(timer);
  return {
    hurry() {
      end();
      timer = setInterval(send, HURRY_MS);
    },
    end,
  };
}
