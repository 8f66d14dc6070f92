import { DIALLED, encodeAudioFrame } from '../../contract/frames.ts';
import type { TalkStart, TalkTargets } from '../../contract/talk.ts';
import type { ToTerminal } from '../../contract/terminal.ts';

type Named<T extends ToTerminal['type']> = Extract<ToTerminal, { type: T }>;

/** What the server says of sound that goes up. */
export type SenderMessage = Named<
  | 'talk.targets'
  | 'talk.granted'
  | 'talk.refused'
  | 'talk.state'
  | 'talk.ended'
  | 'capture.open'
  | 'capture.close'
  | 'listeners'
>;

/** A talk as a screen shows it. `over`: the message says why it was refused or has ended. */
export type TalkView =
  | { phase: 'idle' }
  | { phase: 'asking' }
  | { phase: 'speaking'; targets: number; sounding: number; preempted: number; offline: number }
  | { phase: 'over'; message: string };

export interface SenderDeps {
  send(message: object): void;
  sendBytes(bytes: Uint8Array<ArrayBuffer>): void;
  /** Something that a screen shows, or that says whether sound is wanted, has changed. */
  changed(): void;
}

/** Channel of a talk, where captures have 1, 2, … */
export const TALK = 0;

/** Sound that goes up (docs/terminal-protocol.md, "Sending sound"): asks to speak, sends what is granted or asked for. */
export class Sender {
  /** Zones that may be spoken to; null: the server has named none. */
  targets: Named<'talk.targets'>['orgs'] | null = null;
  talk: TalkView = { phase: 'idle' };
  /** How many people listen in, and the text that says so. */
  listeners = { count: 0, message: '' };
  private readonly deps: SenderDeps;
  /** Stream of each channel that is wanted now. */
  private readonly streams = new Map<number, number>();
  private request = 0;
  /** Something was dialled, and not answered yet: only then is a talk taken that was not asked for. */
  private awaiting = false;
  /** The talk was granted for something that was dialled. */
  private dialledTalk = false;
  /** The button was let go before the answer came. */
  private unwanted = false;

  constructor(deps: SenderDeps) {
    this.deps = deps;
  }

  /** Whether the sound of a channel is wanted now. */
  wants(channel: number): boolean {
    return this.streams.has(channel);
  }

  /** Whether the microphone is wanted for what was dialled: a call, or a page; not for a talk that was begun here. */
  get wantsDialled(): boolean {
    return this.wants(TALK) && (this.dialledTalk || this.talk.phase !== 'speaking');
  }

  /** Channels that the server has asked for. */
  get captured(): number[] {
    return [...this.streams.keys()].filter((channel) => channel !== TALK);
  }

  /** Asks to speak; sound is sent from the answer on. */
  start(targets: Partial<TalkTargets>, more: Partial<Pick<TalkStart, 'priority' | 'volume'>> = {}): void {
    if (this.talk.phase === 'asking' || this.talk.phase === 'speaking') return;
    this.unwanted = false;
    this.talk = { phase: 'asking' };
    this.request++;
    this.deps.send({ type: 'talk.start', request: this.request, targets, ...more });
    this.deps.changed();
  }

  /** Something was dialled, which may be answered by a talk. */
  dialled(): void {
    this.awaiting = true;
    if (this.talk.phase === 'over') this.talk = { phase: 'idle' };
  }

  /** Ends the talk; what was said is heard to its end. */
  stop(): void {
    const stream = this.streams.get(TALK);
    if (stream === undefined) this.unwanted = this.talk.phase === 'asking';
    else this.deps.send({ type: 'talk.stop', stream });
    this.streams.delete(TALK);
    this.deps.changed();
  }

  /** Sends the microphone to whom one is in a call with; null: no longer. A talk is not there at the same time. */
  call(stream: number | null): void {
    this.awaiting = false;
    if (stream !== null) this.streams.set(TALK, stream);
    else if (this.talk.phase !== 'speaking') this.streams.delete(TALK);
  }

  /** A packet of Opus whose first sample was picked up at `atUs` of the media clock; left out unless it is wanted. */
  push(channel: number, atUs: number, packet: Uint8Array): void {
    const stream = this.streams.get(channel);
    if (stream === undefined) return;
    this.deps.sendBytes(
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
        if (!isDialled && message.request !== this.request) break;
        if (isDialled ? !this.awaiting : this.unwanted) {
          this.deps.send({ type: 'talk.stop', stream: message.stream });
          this.talk = { phase: 'idle' };
          break;
        }
        this.awaiting = false;
        this.dialledTalk = isDialled;
        this.streams.set(TALK, message.stream);
        this.talk = { phase: 'speaking', targets: message.targets, sounding: 0, preempted: 0, offline: 0 };
        break;
      }
      case 'talk.refused':
        this.awaiting = false;
        this.talk = { phase: 'over', message: message.message };
        break;
      case 'talk.state': {
        const { targets, sounding, preempted, offline } = message;
        if (this.talk.phase === 'speaking')
          this.talk = { phase: 'speaking', targets, sounding, preempted, offline };
        break;
      }
      case 'talk.ended':
        this.streams.delete(TALK);
        this.talk =
          message.reason === 'finished' ? { phase: 'idle' } : { phase: 'over', message: message.message };
        break;
      case 'capture.open':
        this.streams.set(message.channel, message.stream);
        break;
      case 'capture.close':
        for (const [channel, stream] of this.streams)
          if (stream === message.stream) this.streams.delete(channel);
        break;
      case 'listeners':
        this.listeners = { count: message.listeners, message: message.message };
        break;
    }
    this.deps.changed();
  }

  /** The connection is gone, and with it everything that was granted. */
  reset(): void {
    this.awaiting = false;
    this.streams.clear();
    this.listeners = { count: 0, message: '' };
    if (this.talk.phase === 'speaking' || this.talk.phase === 'asking') this.talk = { phase: 'idle' };
  }
}
