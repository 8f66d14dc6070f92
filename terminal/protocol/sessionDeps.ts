import type { Administered } from '../../contract/api/administration.ts';
import type { Speak, Spoken } from '../../contract/protocol/speech.ts';
import type { Hello, TerminalSettings, ToTerminal } from '../../contract/protocol/terminal.ts';
import type { OutputSetting, TerminalStatus } from '../../contract/protocol/terminalStatus.ts';
import type { Speaker } from '../audio/speaker.ts';
import type { Open } from './link.ts';
import type { ServerList } from './servers/serverList.ts';
import type { SessionView } from './sessionView.ts';

/** Identity of a terminal, sent in every hello; may change between connections (a new boot, an enrolment). */
export type Identity = Omit<Hello, 'type' | 'protocol' | 'secret' | 'proof'>;

/** Sends a spoken text back. */
export interface SpeakLink {
  send(message: Spoken): void;
  bytes(bytes: Uint8Array<ArrayBuffer>): void;
}

/** Messages of the server about content for offline playback. */
export type KeepMessage = Extract<ToTerminal, { type: `keep.${string}` }>;

/** Messages of the server about upgrades. */
export type UpgradeMessage = Extract<ToTerminal, { type: 'upgrade' | `upgrade.${string}` }>;

/** Offline playback (../offline/offlinePlayback.ts) as the session drives it. */
export interface OfflineSession {
  /** Stream of the server that it plays itself; null: none. */
  readonly covered: number | null;
  take(message: KeepMessage): void;
  /** Takes in a message about streams. */
  heard(message: Extract<ToTerminal, { type: `stream.${string}` }>): void;
  /** Called with every tick of the session. */
  tick(session: SessionView): void;
  /** Deletes what is stored. */
  forget(): void;
}

/** Durable store of a terminal's secret. */
export interface SecretStore {
  get(): string | undefined;
  /** The secret that was replaced by this one; undefined: none. */
  previous(): string | undefined;
  /** Stores a secret and the one that it replaces. Returns true if both would survive a power cut from now on. */
  set(secret: string | undefined, previous?: string): boolean;
}

export interface SessionDeps {
  /** Local monotonic clock, µs. */
  now(): number;
  /** Opens a connection and passes its events to the link. */
  open: Open;
  /** Servers among which `open` chooses; without it there is one. */
  servers?: Pick<ServerList, 'learn' | 'failed' | 'hasOthers'>;
  speaker: Speaker;
  identity(): Identity;
  /** True when a person types the password: after a refusal it waits for the person instead of repeating it. */
  typed?: boolean;
  secret: SecretStore;
  /**
   * Proof of logins by password, stored beyond them; without it the server treats each login as one from a new
   * device.
   */
  proof?: { get(): string | undefined; set(proof: string): void };
  /** Status of kinds that are more than a loudspeaker; null: none. */
  status?(settings: TerminalSettings, session: SessionView): TerminalStatus | null;
  /** Identifies the terminal to people nearby; false: not possible. Without it a tone is played. */
  identify?(): boolean;
  /** Synthesises a text and sends it back (docs/protocols/terminal-protocol.md, "Speaking texts"). */
  speak?(words: Speak, link: SpeakLink): void;
  /** Switches outputs (docs/protocols/terminal-protocol.md, "Outputs"); `status` reports the result. */
  outputs?(set: readonly OutputSetting[]): void;
  /**
   * Sets its server or its remote administration, and answers; required by the features `server_config` and
   * `buffalo`.
   */
  administer?(message: Administered): void;
  /** Offline playback; without it the terminal must not announce the feature `offline`. */
  offline?: OfflineSession;
  /** Upgrades the terminal; without it the terminal must not announce the feature `upgrade`. */
  upgrade?(message: UpgradeMessage): void;
  /** Called when the site has removed the terminal; stored data of the site is deleted. */
  removed?(): void;
  /** Restarts the terminal; called after the answer was sent. */
  restart(): void;
  /** Called after a change of displayed data. */
  changed?(): void;
  random?(): number;
}
