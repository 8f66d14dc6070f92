import type { Hello, Report } from '../../contract/protocol/terminal.ts';
import type { CapturedChannel, StatusOf } from '../../contract/protocol/terminalStatus.ts';
import type { OwnSound } from '../audio/ownSounds.ts';
import type { Mix, SoundStatus } from '../audio/speaker.ts';
import type { StreamOpen } from '../audio/streams.ts';
import type { OfflineView } from '../offline/offlinePlaybackDeps.ts';
import type { LineState } from '../protocol/alarmLines.ts';
import type { CallView } from '../protocol/caller.ts';
import type { Phase, Refusal } from '../protocol/sessionView.ts';
import type { TalkView } from '../protocol/uplinkSender.ts';
import type { MicrophoneTrouble } from './audio/microphone.ts';
import type { PageRole } from './role.ts';

/** Mapping of card frames to media time: `mediaUs` at `frame`, `usPerFrame` for each further one. */
export interface FrameMap {
  frame: number;
  mediaUs: number;
  usPerFrame: number;
  /** Time for which the card took no samples since the last map, µs; 0: none. */
  brokeUs: number;
}

/** Worker → worklet. */
export type ToWorklet =
  | { type: 'map'; map: FrameMap | null }
  | { type: 'open'; stream: number; fromUs: number; gain: number; mix?: Mix | undefined }
  | { type: 'gain'; stream: number; gain: number }
  | { type: 'push'; stream: number; atUs: number; pcm: Float32Array }
  | { type: 'flush'; stream: number; fromUs: number }
  | { type: 'close'; stream: number; atUs: number; mayReopen: boolean }
  /** `carry`: continues the current sound until a new stream plays. */
  | { type: 'reset'; carry: boolean }
  /** A sound of the terminal's own; null ends it. */
  | { type: 'tone'; sound: OwnSound | null };

/** Output level for meters: RMS and peak of the last 100 ms, dBFS. */
export interface Level {
  rmsDb: number;
  peakDb: number;
}

/** Worklet → worker, ten times a second while the card takes samples. */
export interface FromWorklet {
  type: 'status';
  streams: [stream: number, status: SoundStatus][];
  level: Level;
  /** Next frame that the card takes. */
  frame: number;
}

/** Samples as the card gets them, for measurements (`?probe`). */
export interface Probe {
  frame: number;
  mediaUs: number | null;
  samples: Float32Array;
}

/** Secret of the terminal, and the one that it replaced; null: none. */
export interface Secrets {
  secret: string | null;
  previous: string | null;
}

/** Page → worker. */
export type ToWorker =
  | {
      type: 'start';
      url: string;
      lang: string;
      role: PageRole;
      identity: Identity;
      secrets: Secrets;
    }
  /** Language of the texts of the server. */
  | { type: 'language'; lang: string }
  /** Another code, or what a person typed to be let in; connects again. */
  | { type: 'identity'; identity: Identity; secrets: Secrets }
  | { type: 'audio'; port: MessagePort; rate: number }
  /** `frame` is heard at `us`; `now` is the page's clock while it answers. */
  | { type: 'stamp'; frame: number; us: number; now: number }
  | { type: 'locked'; locked: boolean }
  | { type: 'volume'; volume: number }
  | { type: 'tone' }
  /** A microphone with so many channels: the samples of each, 20 ms at a time, come through the port. */
  | { type: 'microphone'; port: MessagePort; channels: number; rate: number }
  | { type: 'microphone.trouble'; trouble: MicrophoneTrouble }
  | { type: 'speech'; speech: StatusOf<'xtts'> }
  /** The contact and the wiring of an alarm input. */
  | { type: 'input'; input: number; closed: boolean; line: LineState }
  /** Zones to speak to; none: everybody that may be reached. */
  | { type: 'talk.start'; orgs: number[] }
  | { type: 'talk.stop' }
  | { type: 'dial'; number: string }
  | { type: 'answer' }
  | { type: 'hangup' }
  /** A person silences what is played without a link. */
  | { type: 'silence' }
  | { type: 'stop' };

/** Worker → page. */
export type FromWorker =
  | { type: 'view'; view: WorkerView }
  /** Secrets to store. */
  | { type: 'secrets'; secrets: Secrets }
  /** Proof of this login, sent when the next one is typed. */
  | { type: 'proof'; proof: string }
  /** The server knows of the login that was ended here. */
  | { type: 'left' }
  | { type: 'stamp' }
  | { type: 'restart' }
  /** Speaks a text to identify the terminal. */
  | { type: 'say'; text: string };

/** Identity of this page in a hello (contract/protocol/terminal.ts). */
export type Identity = Pick<
  Hello,
  'code' | 'boot' | 'name' | 'zone' | 'pairing' | 'password' | 'proof' | 'left'
>;

/** State of the worker for the screen. */
export interface WorkerView {
  phase: Phase;
  refusal: Refusal | null;
  state: Report['state'];
  /** True: the amplifier is on. */
  powered: boolean;
  name: string | null;
  site: string;
  volume: number | null;
  /** Time since the last message of the server, ms; null while there is no connection. */
  silentMs: number | null;
  stream: StreamOpen | null;
  /** Title of the programme ducked under it. */
  under: string | null;
  sound: SoundStatus;
  level: Level | null;
  mediaUs: number | null;
  clockErrorUs: number | null;
  /** The channels of a capturer; null: it is none. */
  channels: ChannelView[] | null;
  /** Status of a TTS terminal; null: not one. */
  speech: StatusOf<'xtts'> | null;
  /** The inputs and outputs of a fire terminal; null: it is none. */
  alarm: AlarmView | null;
  /** State of a station; null: not one. */
  station: StationView | null;
  /** Offline playback; null: not available. */
  offline: OfflineView | null;
  /** Notice that somebody listens in; empty: nobody. */
  listened: string;
}

export interface AlarmView {
  inputs: readonly { input: number; name: string; closed: boolean; active: boolean; line: LineState }[];
  outputs: readonly { output: number; name: string; on: boolean }[];
}

export interface StationView {
  /** Its speech to many, and the zones that it may speak to. */
  talk: TalkView;
  orgs: readonly { id: number; name: string; parent: number | null }[];
  call: CallView;
  /** Start of the phase of the call. */
  seconds: number;
  /** Its own quick number and dialogue code, and what its call button calls; empty: none. */
  number: string;
  code: string;
  callee: string;
}

/** A channel as the screen shows it: the level of the last 100 ms, dBFS; null: nothing comes. */
export interface ChannelView {
  channel: number;
  name: string;
  state: CapturedChannel['state'];
  rmsDb: number | null;
  peakDb: number | null;
}
