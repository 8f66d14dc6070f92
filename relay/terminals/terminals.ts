import { SERVER_STOPS } from '../../contract/api/live.ts';
import { HELLO_TIMEOUT_MS, PRESENCE_TIMEOUT_MS } from '../../contract/protocol/frames.ts';
import {
  encodeRelayFrame,
  type FromRelay,
  MAX_RELAY_SESSIONS,
  relayFrame,
  type SessionMessage,
  sessionsIn,
} from '../../contract/protocol/relayLink.ts';
import type { FlatReport } from '../../contract/protocol/relayReports.ts';
import { defaultGatewayLimits } from '../../server/site/terminals/gateway/gatewayLimits.ts';
import type { TerminalWire } from '../../server/site/terminals/gateway/wire/terminalWire.types.ts';
import type { RelayClock } from '../server/relayClock.ts';
import { ReportSender } from '../server/reportSender.ts';
import { RelayStreams } from './relayStreams.ts';
import { type Arrival, TerminalAtRelay } from './terminalAtRelay.ts';

/** Interval of checking all terminals, ms. */
const SWEEP_MS = 500;
/** Interval of sending what is due of the streams, ms. */
const DELIVER_MS = 50;

export interface TerminalsDeps {
  clock: Pick<RelayClock, 'answerOf' | 'delayUs' | 'now'>;
  line: { readonly isUp: boolean; send(message: FromRelay): void; sendBytes(bytes: Uint8Array): void };
}

/** Terminals of this relay: those with a session at the server, and those that wait for the line. */
export class RelayTerminals {
  readonly #deps: TerminalsDeps;
  readonly #all = new Set<TerminalAtRelay>();
  readonly #sessions = new Map<number, TerminalAtRelay>();
  readonly #reports: ReportSender;
  readonly #streams = new RelayStreams();
  readonly #timers: ReturnType<typeof setInterval>[];
  #nextSession = 1;
  #dropped = 0;
  #sweptAtMs = performance.now();

  constructor(deps: TerminalsDeps) {
    this.#deps = deps;
    this.#reports = new ReportSender((bytes) => deps.line.sendBytes(bytes));
    this.#timers = [
      setInterval(() => this.#sweep(), SWEEP_MS),
      setInterval(() => this.#streams.deliver(deps.clock.now()), DELIVER_MS),
    ];
  }

  get size(): number {
    return this.#all.size;
  }

  get dropped(): number {
    let sum = this.#dropped;
    for (const { dropped } of this.#all) sum += dropped;
    return sum;
  }

  /** Takes a terminal that has connected; false when there are too many. */
  accept(wire: TerminalWire, arrival: Arrival): boolean {
    if (this.#all.size >= MAX_RELAY_SESSIONS) return false;
    const { line, clock } = this.#deps;
    const terminal = new TerminalAtRelay(wire, arrival, {
      hello: (one) => line.isUp && this.#open(one),
      text(one, text) {
        if (one.session !== null) line.send({ type: 'from', session: one.session, text });
      },
      report: (one, report) =>
        one.session !== null && this.#reports.take(one.session, this.#withDelay(report)),
      bytes(one, bytes) {
        if (one.session !== null) line.sendBytes(encodeRelayFrame(relayFrame.single, one.session, bytes));
      },
      timeOf: (t0) => clock.answerOf(t0),
      closed: (one) => this.#closed(one),
    });
    this.#all.add(terminal);
    return true;
  }

  /** The line is up: everybody who has said hello gets a session. */
  up(): void {
    for (const terminal of this.#all) if (terminal.hello !== null) this.#open(terminal);
  }

  /**
   * The line is lost: terminals play on as without a server, and come again.
   *
   * @param alone true: the relay serves them meanwhile, so that those that wait come again, too
   */
  down(alone: boolean): void {
    this.#sessions.clear();
    this.#reports.reset();
    this.#streams.clear();
    this.#nextSession = 1;
    for (const terminal of [...this.#all]) {
      const isEnded = alone || terminal.session !== null;
      terminal.session = null;
      if (isEnded) terminal.close(SERVER_STOPS);
    }
  }

  take(message: SessionMessage): void {
    const { clock } = this.#deps;
    if (message.type === 'to') this.#streams.follow(message.text, sessionsIn(message.sessions));
    for (const session of sessionsIn(message.sessions)) {
      const terminal = this.#sessions.get(session);
      if (terminal === undefined) continue;
      if (message.type === 'to') terminal.sendText(message.text);
      else if (message.type === 'join') this.#streams.join(session, terminal, message, clock.now());
      else {
        terminal.session = null;
        this.#left(session);
        terminal.close(message.code);
      }
    }
  }

  bytes(kind: number, number: number, content: Uint8Array): void {
    if (kind === relayFrame.shared) this.#streams.add(number, content, this.#deps.clock.now());
    else if (kind === relayFrame.single) this.#sessions.get(number)?.sendAudio(content);
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const terminal of [...this.#all]) terminal.close(SERVER_STOPS);
  }

  #open(terminal: TerminalAtRelay): void {
    if (terminal.session !== null || terminal.hello === null) return;
    const session = this.#nextSession++;
    terminal.session = session;
    this.#sessions.set(session, terminal);
    this.#deps.line.send({ type: 'open', session, ...terminal.arrival });
    this.#deps.line.send({ type: 'from', session, text: terminal.hello });
  }

  /** Adds the way from the server to this relay: the server sends sound so much earlier. */
  #withDelay(report: FlatReport): FlatReport {
    const { delay_us } = report;
    if (typeof delay_us !== 'number') return report;
    return { ...report, delay_us: delay_us + this.#deps.clock.delayUs };
  }

  #closed(terminal: TerminalAtRelay): void {
    this.#all.delete(terminal);
    this.#dropped += terminal.dropped;
    const { session } = terminal;
    if (session === null) return;
    this.#left(session);
    this.#deps.line.send({ type: 'close', session });
  }

  #left(session: number): void {
    this.#sessions.delete(session);
    this.#reports.forget(session);
    this.#streams.gone(session);
  }

  /** Ends terminals that are silent, say no hello, or do not read. Time in which this process was held does not count. */
  #sweep(): void {
    const now = performance.now();
    const heldMs = Math.max(0, now - this.#sweptAtMs - SWEEP_MS);
    this.#sweptAtMs = now;
    const { stalledMs } = defaultGatewayLimits;
    for (const terminal of [...this.#all]) {
      if (heldMs > SWEEP_MS) terminal.heardAtMs += heldMs;
      const isLate = terminal.hello === null && now - terminal.openedAtMs > HELLO_TIMEOUT_MS + heldMs;
      const silentMs = now - terminal.heardAtMs;
      const isReceiving = silentMs < 2_000;
      if (isLate || silentMs > PRESENCE_TIMEOUT_MS) terminal.close(1001);
      else if (terminal.wire.isStuck(SWEEP_MS, isReceiving, stalledMs)) terminal.close(1001);
    }
  }
}
