import type { Administered } from '../../contract/administration.ts';
import type { Speak, Spoken } from '../../contract/speech.ts';
import type { Hello, TerminalSettings, ToTerminal } from '../../contract/terminal.ts';
import type { OutputSetting, TerminalStatus } from '../../contract/terminalStatus.ts';
import type { Keeping } from './keeping/keeping.ts';
import type { Open } from './link.ts';
import type { Session } from './session.ts';
import type { Speaker } from './speaker.ts';

/** Where a terminal stands; `refused` stays until a person does something. */
export type Phase = 'connecting' | 'found' | 'welcomed' | 'waiting' | 'refused' | 'stopped';

export interface Refusal {
  code: string;
  message: string;
}

/** What a terminal is; said at every hello, so it may change between connections (a new boot, an enrolment). */
export type Identity = Omit<Hello, 'type' | 'protocol' | 'secret' | 'proof'>;

/** How a spoken text goes back. */
export interface SpeakLink {
  send(message: Spoken): void;
  bytes(bytes: Uint8Array<ArrayBuffer>): void;
}

/** What the server says of what a terminal is to keep. */
export type KeepMessage = Extract<ToTerminal, { type: `keep.${string}` }>;

/** What the server says of upgrades. */
export type UpgradeMessage = Extract<ToTerminal, { type: 'upgrade' | `upgrade.${string}` }>;

export interface SessionDeps {
  /** Local monotonic clock, µs. */
  now(): number;
  /** Opens a connection and tells the link what happens to it. */
  open: Open;
  speaker: Speaker;
  identity(): Identity;
  /** A person types its password: once refused, it waits for them instead of saying the same again. */
  typed?: boolean;
  secret: { get(): string | undefined; set(secret: string | undefined): void };
  /** Of logins by password, kept beyond them; without it a station is a stranger at each login. */
  proof?: { get(): string | undefined; set(proof: string): void };
  /** What it does beside playing, for the kinds that are more than a loudspeaker; null: nothing to say. */
  status?(settings: TerminalSettings, session: Session): TerminalStatus | null;
  /** Makes itself noticed; false: it cannot. Without it: a tone. */
  identify?(): boolean;
  /** Speaks a text and sends it back (docs/terminal-protocol.md, "Speaking texts"). */
  speak?(words: Speak, link: SpeakLink): void;
  /** Switches outputs (docs/terminal-protocol.md, "Outputs"); what comes of it is told by `status`. */
  outputs?(set: readonly OutputSetting[]): void;
  /** Sets its server or its remote administration, and answers; needed with the features `server_config`, `buffalo`. */
  administer?(message: Administered): void;
  /** Keeps what is to be played without a link; without it the terminal must not say the feature `offline`. */
  keeping?: Pick<Keeping, 'take' | 'heard' | 'tick' | 'forget' | 'covered'>;
  /** Upgrades itself; without it the terminal must not say the feature `upgrade`. */
  upgrade?(message: UpgradeMessage): void;
  /** The site let it go: what it learnt there is forgotten. */
  removed?(): void;
  /** Restarts the terminal; called once the server has its answer. */
  restart(): void;
  /** Something that a screen shows has changed. */
  changed?(): void;
  random?(): number;
}
