import type { CallMessage, CallState } from '../../contract/protocol/call.ts';
import type { TerminalStatus } from '../../contract/protocol/terminalStatus.ts';

/** A call as shown on a screen; `over`: `message` is the reason of its end, `came` the result of a dialled code. */
export type CallView =
  | { phase: 'idle' }
  | { phase: 'over'; message: string; came?: 'done' | 'failed' }
  | {
      phase: 'calling' | 'ringing' | 'talking';
      call: number;
      peer: CallState['peer'];
      /** Local monotonic µs of the last change of phase. */
      sinceUs: number;
    };

export interface CallerDeps {
  now(): number;
  send(message: CallMessage): void;
  /** Called after dialling, because a talk may be the answer. */
  dialled(): void;
  /** Called with the stream for the microphone; null: sending ends. */
  sending(stream: number | null): void;
  changed(): void;
}

/** Calls with other stations (docs/protocols/terminal-protocol.md, "Calls"): dials, answers, hangs up. */
export class Caller {
  view: CallView = { phase: 'idle' };
  readonly #deps: CallerDeps;

  constructor(deps: CallerDeps) {
    this.#deps = deps;
  }

  /** Number of diallings, to distinguish two equal answers. */
  dials = 0;

  /** Dials a quick number or a dialogue code for a call, or a quick code for its action. */
  dial(number: string): void {
    if (this.inCall !== null) return;
    this.dials++;
    this.view = { phase: 'idle' };
    this.#deps.dialled();
    this.#deps.send({ type: 'call.dial', number });
    this.#deps.changed();
  }

  answer(): void {
    if (this.view.phase === 'ringing') this.#deps.send({ type: 'call.answer', call: this.view.call });
  }

  /** Hangs up, or refuses a ringing call. */
  hangUp(): void {
    const call = this.inCall;
    if (call !== null) this.#deps.send({ type: 'call.hangup', call });
  }

  /** Id of the current call; null: none. */
  get inCall(): number | null {
    const { view } = this;
    return view.phase === 'idle' || view.phase === 'over' ? null : view.call;
  }

  take(message: CallState): void {
    const { call, state, peer, stream } = message;
    if (state === 'ended') {
      // The end of an earlier call does not end the current one.
      if (this.inCall === null || this.inCall === call) {
        const isDone = message.reason === 'started' || message.reason === 'stopped';
        this.view = {
          phase: 'over',
          message: message.message ?? '',
          // Result of a dialling without a call, signalled by a tone because there may be no screen.
          ...(call === 0 ? { came: isDone ? ('done' as const) : ('failed' as const) } : {}),
        };
        this.#deps.sending(null);
      }
    } else {
      const same = this.view.phase === state && this.inCall === call;
      const sinceUs = same && 'sinceUs' in this.view ? this.view.sinceUs : this.#deps.now();
      this.view = { phase: state, call, peer, sinceUs };
      this.#deps.sending(stream ?? null);
    }
    this.#deps.changed();
  }

  /** Ends the call after the connection was lost. */
  reset(): void {
    this.view = { phase: 'idle' };
    this.#deps.sending(null);
  }

  /** Status of a call station. @param speaking whether it is paging */
  status(kind: 'caster' | 'dialogue', speaking: boolean, level_db: number | null): TerminalStatus {
    const { view } = this;
    const peer = 'peer' in view ? view.peer.name.slice(0, 60) : '';
    const state = 'peer' in view ? view.phase : speaking ? 'paging' : 'idle';
    return { type: 'status', kind, state, peer, level_db };
  }
}
