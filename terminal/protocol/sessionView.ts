import type { FromTerminal, Report, TerminalSettings } from '../../contract/protocol/terminal.ts';
import type { SoundStatus, Speaker } from '../audio/speaker.ts';
import type { StreamOpen, Streams } from '../audio/streams.ts';
import type { WallClock } from '../offline/wallClock.ts';
import type { Caller } from './caller.ts';
import type { Link } from './link.ts';
import type { MediaClock } from './mediaClock.ts';
import type { UplinkSender } from './uplinkSender.ts';

/** Phase of the connection; `refused` lasts until a person acts. */
export type Phase = 'connecting' | 'found' | 'welcomed' | 'waiting' | 'refused' | 'stopped';

export interface Refusal {
  code: string;
  message: string;
}

/** Session (session.ts) as its parts use it. */
export interface SessionView {
  readonly clock: MediaClock;
  readonly streams: Streams;
  /** Uplink audio. */
  readonly sender: UplinkSender;
  /** Calls with other stations. */
  readonly caller: Caller;
  readonly link: Link;
  /** The server's time of day. */
  readonly wall: WallClock;
  readonly speaker: Speaker;
  readonly phase: Phase;
  readonly refusal: Refusal | null;
  readonly settings: TerminalSettings | null;
  readonly site: string;
  /** Epoch of the media clock. */
  readonly epoch: string | null;
  /** Number of ignored messages of unknown type, from newer servers. */
  unknown: number;
  /** Current media time, µs; null while the clock is not synchronised. */
  readonly mediaUs: number | null;
  /** Time that messages of the server take to arrive (LinkDelay), µs; null: not known. */
  readonly delayUs: number | null;
  /** State in reports. */
  readonly state: Report['state'];
  /** Local monotonic time, µs. */
  now(): number;
  /** Sends a message to the server, if connected. */
  sendMessage(message: FromTerminal): void;
  /** Stream for reports and the screen, with its sound status. */
  present(): { stream: StreamOpen | null; sound: SoundStatus };
  /** Restores stored settings until a server sends new ones. */
  remember(settings: TerminalSettings, site: string): void;
  /** Hangs up, refuses a ringing call, or ends a page. */
  hangUp(): void;
}
