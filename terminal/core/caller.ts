import type { CallMessage, CallState } from '../../contract/call.ts';
import type { TerminalStatus } from '../../contract/terminalStatus.ts';

/** A call as a screen shows it; `over`: the message says why it has ended, `came` what came of it where that is not plain. */
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
  /** Something was dialled: it may be answered by a talk. */
  dialled(): void;
  /** The stream on which the microphone is wanted; null: no longer. */
  sending(stream: number | null): void;
  changed(): void;
}

/** Calls with other stations (docs/terminal-protocol.md, "Calls"): dials, answers, hangs up. */
export class Caller {
  view: CallView = { phase: 'idle' };
  private readonly deps: CallerDeps;

  constructor(deps: CallerDeps) {
    this.deps = deps;
  }

  /** Diallings so far: the same answer twice is two answers. */
  dials = 0;

  /** Dials: a quick number or a dialogue code calls, a quick code does what it stands for. */
  dial(number: string): void {
    if (this.inCall !== null) return;
    this.dials++;
    this.view = { phase: 'idle' };
    this.deps.dialled();
    this.deps.send({ type: 'call.dial', number });
    this.deps.changed();
  }

  answer(): void {
    if (this.view.phase === 'ringing') this.deps.send({ type: 'call.answer', call: this.view.call });
  }

  /** Hangs up; refuses what rings here. */
  hangUp(): void {
    const call = this.inCall;
    if (call !== null) this.deps.send({ type: 'call.hangup', call });
  }

  /** The call that this station is in. */
  get inCall(): number | null {
    const { view } = this;
    return view.phase === 'idle' || view.phase === 'over' ? null : view.call;
  }

  take(message: CallState): void {
    const { call, state, peer, stream } = message;
    if (state === 'ended') {
      // An older call's end does not end the one that has come since.
      if (this.inCall === null || this.inCall === call) {
        const isDone = message.reason === 'started' || message.reason === 'stopped';
        this.view = {
          phase: 'over',
          message: message.message ?? '',
          // Of what never became a call: a person may have no screen to read it from.
          ...(call === 0 ? { came: isDone ? ('done' as const) : ('failed' as const) } : {}),
        };
        this.deps.sending(null);
      }
    } else {
      const same = this.view.phase === state && this.inCall === call;
      const sinceUs = same && 'sinceUs' in this.view ? this.view.sinceUs : this.deps.now();
      this.view = { phase: state, call, peer, sinceUs };
      this.deps.sending(stream ?? null);
    }
    this.deps.changed();
  }

  /** The connection is gone, and the call with it. */
  reset(): void {
    this.view = { phase: 'idle' };
    this.deps.sending(null);
  }

  /** What a call station says of itself. @param speaking whether it speaks to many */
  status(kind: 'caster' | 'dialogue', speaking: boolean, level_db: number | null): TerminalStatus {
    const { view } = this;
    const peer = 'peer' in view ? view.peer.name.slice(0, 60) : '';
    const state = 'peer' in view ? view.phase : speaking ? 'paging' : 'idle';
    return { type: 'status', kind, state, peer, level_db };
  }
}
