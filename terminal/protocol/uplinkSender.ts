import { DIALLED, encodeAudioFrame } from '../../contract/protocol/frames.ts';
import type { TalkStart, TalkTargets } from '../../contract/protocol/talk.ts';
import type { ToTerminal } from '../../contract/protocol/terminal.ts';

type Named<T extends ToTerminal['type']> = Extract<ToTerminal, { type: T }>;

/** Messages of the server about uplink audio. */
export type SenderMessage = Named<
  | 'talk.targets'
  | 'talk.granted'
  | 'talk.waiting'
  | 'talk.refused'
  | 'talk.state'
  | 'talk.ended'
  | 'capture.open'
  | 'capture.close'
  | 'listeners'
>;

/** A talk as shown on a screen. `over`: `message` is the reason of its refusal or end. */
export type TalkView =
  | { phase: 'idle' }
  | { phase: 'asking' }
  | { phase: 'speaking'; targets: number; sounding: number; preempted: number; offline: number }
  | { phase: 'over'; message: string };

export interface UplinkSenderDeps {
  send(message: object): void;
  sendBytes(bytes: Uint8Array<ArrayBuffer>): void;
  /** Tells if the media clock of this connection is known. */
  isSynced(): boolean;
  /** Called after a change of displayed data or of the requested channels. */
  changed(): void;
}

/** Channel number of a talk; captures have 1, 2, … */
export const TALK = 0;

/**
 * Uplink audio (docs/protocols/terminal-protocol.md, "Sending sound"): requests talks and sends granted or requested channels.
 */
export class UplinkSender {
  /** Zones that may be paged; null: not received yet. */
  targets: Named<'talk.targets'>['orgs'] | null = null;
  talk: TalkView = { phase: 'idle' };
  /** Number of people who listen in, and the text that tells it. */
  listeners = { count: 0, message: '' };
  readonly #deps: UplinkSenderDeps;
  /** Stream of each requested channel. */
  readonly #streams = new Map<number, number>();
  #request = 0;
  /** True between dialling and its answer; only then an unrequested talk is accepted. */
  #awaiting = false;
  /** True when the talk was granted for a dialled code. */
  #dialledTalk = false;
  /** True when the button was released before the answer. */
  #unwanted = false;

  constructor(deps: UplinkSenderDeps) {
    this.#deps = deps;
  }

  /** Tells whether a channel is to be sent. */
  wants(channel: number): boolean {
    return this.#streams.has(channel);
  }

  /** True while the microphone is sent for a dialled call or page, not for a talk started here. */
  get wantsDialled(): boolean {
    return this.wants(TALK) && (this.#dialledTalk || this.talk.phase !== 'speaking');
  }

  /** Channels that the server has requested. */
  get captured(): number[] {
    return [...this.#streams.keys()].filter((channel) => channel !== TALK);
  }

  /** Requests a talk; sound is sent after the answer. */
  start(targets: Partial<TalkTargets>, more: Partial<Pick<TalkStart, 'priority' | 'volume'>> = {}): void {
    if (this.talk.phase === 'asking' || this.talk.phase === 'speaking') return;
    this.#unwanted = false;
    this.talk = { phase: 'asking' };
    this.#request++;
    this.#deps.send({ type: 'talk.start', request: this.#request, targets, ...more });
    this.#deps.changed();
  }

  /** Notes a dialling, which a talk may answer. */
  dialled(): void {
    this.#awaiting = true;
    if (this.talk.phase === 'over') this.talk = { phase: 'idle' };
  }

  /** Ends the talk; sound sent before is still played. */
  stop(): void {
    const stream = this.#streams.get(TALK);
    if (stream === undefined) this.#unwanted = this.talk.phase === 'asking';
    else this.#deps.send({ type: 'talk.stop', stream });
    this.#streams.delete(TALK);
    this.#deps.changed();
  }

  /** Sends the microphone into a call on this stream; null: ends it. Calls and talks exclude each other. */
  call(stream: number | null): void {
    this.#awaiting = false;
    if (stream !== null) this.#streams.set(TALK, stream);
    else if (this.talk.phase !== 'speaking') this.#streams.delete(TALK);
  }

  /**
   * Sends an Opus packet whose first sample was captured at media time `atUs`; ignored unless requested. Until the media
   * clock is known, it is dropped: the server would take the step to the right time as packets out of order.
   */
  push(channel: number, atUs: number, packet: Uint8Array): void {
    const stream = this.#streams.get(channel);
    if (stream === undefined || !this.#deps.isSynced()) return;
    this.#deps.sendBytes(
      encodeAudioFrame({ stream, at_us: Math.max(0, Math.round(atUs)), packets: [packet] }),
    );
  }

  take(message: SenderMessage): void {
    switch (message.type) {
      case 'talk.targets':
        this.targets = message.orgs;
        break;
      case 'talk.granted': {
        const isDialled = message.request === DIALLED;
        if (!isDialled && message.request !== this.#request) break;
        if (isDialled ? !this.#awaiting : this.#unwanted) {
          this.#deps.send({ type: 'talk.stop', stream: message.stream });
          this.talk = { phase: 'idle' };
          break;
        }
        this.#awaiting = false;
        this.#dialledTalk = isDialled;
        this.#streams.set(TALK, message.stream);
        this.talk = { phase: 'speaking', targets: message.targets, sounding: 0, preempted: 0, offline: 0 };
        break;
      }
      case 'talk.refused':
        this.#awaiting = false;
        this.talk = { phase: 'over', message: message.message };
        break;
      case 'talk.state': {
        const { targets, sounding, preempted, offline } = message;
        if (this.talk.phase === 'speaking')
          this.talk = { phase: 'speaking', targets, sounding, preempted, offline };
        break;
      }
      case 'talk.ended':
        this.#streams.delete(TALK);
        this.talk =
          message.reason === 'finished' ? { phase: 'idle' } : { phase: 'over', message: message.message };
        break;
      case 'capture.open':
        this.#streams.set(message.channel, message.stream);
        break;
      case 'capture.close':
        for (const [channel, stream] of this.#streams)
          if (stream === message.stream) this.#streams.delete(channel);
        break;
      case 'listeners':
        this.listeners = { count: message.listeners, message: message.message };
        break;
    }
    this.#deps.changed();
  }

  /** Ends everything that was granted, after the connection was lost. */
  reset(): void {
    this.#awaiting = false;
    this.#streams.clear();
    this.listeners = { count: 0, message: '' };
    if (this.talk.phase === 'speaking' || this.talk.phase === 'asking') this.talk = { phase: 'idle' };
  }
}
