import type { Speak } from '../../contract/protocol/speech.ts';
import type { Hello, TerminalSettings } from '../../contract/protocol/terminal.ts';
import type { OutputSetting, TerminalStatus } from '../../contract/protocol/terminalStatus.ts';
import type { Capture } from '../audio/capture.ts';
import type { SpeakLink } from '../protocol/sessionDeps.ts';
import type { SessionView } from '../protocol/sessionView.ts';

/** Functions of a terminal of this process beside playback. */
export interface Part {
  readonly role: Hello['role'];
  /** Features in addition to those of every terminal. */
  readonly features?: readonly string[];
  /** Status; polled, and sent on a change. */
  status?(settings: TerminalSettings, session: SessionView): TerminalStatus | null;
  /** Called after every change. */
  follow?(session: SessionView): void;
  /** Called every 20 ms with the local monotonic time, µs. */
  pump?(nowUs: number): void;
  /** Sound inputs. */
  readonly capture?: Capture;
  /** Synthesises a text for the server; only with the feature `speak`. */
  speak?(words: Speak, link: SpeakLink): void;
  /** Switches outputs. */
  outputs?(set: readonly OutputSetting[]): void;
  /** Handles a line of the standard input, e.g. `io 2 on`; false: unknown line. */
  line?(words: readonly string[], session: SessionView): boolean;
  stop?(): void;
}
