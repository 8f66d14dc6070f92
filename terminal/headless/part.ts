import type { Speak } from '../../contract/speech.ts';
import type { Hello, TerminalSettings } from '../../contract/terminal.ts';
import type { OutputSetting, TerminalStatus } from '../../contract/terminalStatus.ts';
import { Capture } from '../core/capture.ts';
import type { Session } from '../core/session.ts';
import type { SpeakLink } from '../core/sessionDeps.ts';
import type { Args } from './args.ts';
import { fire } from './firePart.ts';
import { recordersFor } from './recorders.ts';
import { Recording } from './recording.ts';
import { type SampleSource, Tones, WavSource } from './sources.ts';
import { ttsPart } from './speaker.ts';
import { station } from './station.ts';

/** What a terminal of this process is beside a loudspeaker. */
export interface Part {
  readonly role: Hello['role'];
  /** Features that it says beside those of every terminal. */
  readonly features?: readonly string[];
  /** What it does; asked often, said when it changes. */
  status?(settings: TerminalSettings, session: Session): TerminalStatus | null;
  /** After every change. */
  follow?(session: Session): void;
  /** Every 20 ms, with the local monotonic time, µs. */
  pump?(nowUs: number): void;
  /** Its sound inputs. */
  readonly capture?: Capture;
  /** A text that the server wants spoken; only with the feature `speak`. */
  speak?(words: Speak, link: SpeakLink): void;
  /** Outputs to be switched. */
  outputs?(set: readonly OutputSetting[]): void;
  /** A line of the standard input for it, e.g. `io 2 on`; false: it does not know such a line. */
  line?(words: readonly string[], session: Session): boolean;
  stop?(): void;
}

/** What `--role` asks for. */
export function partOf(
  args: Pick<Args, 'role' | 'channels' | 'input'> &
    Partial<Pick<Args, 'answer' | 'call' | 'inputs' | 'outputs' | 'pins'>>,
): Part {
  switch (args.role) {
    case 'column':
      return { role: 0 };
    case 'caster':
    case 'dialogue':
      return station(args.role, args);
    case 'capturer':
      return capturerOf(args.channels, args.input);
    case 'tts':
      return ttsPart();
    case 'fire':
      return fire(args.inputs ?? 1, args.outputs ?? 0, args.pins ?? null);
  }
}

export interface CapturerPart extends Part {
  /** Its channels, for whoever sends their sound. */
  readonly capture: Capture;
  status(settings: TerminalSettings): TerminalStatus;
  line(words: readonly string[]): boolean;
}

/** A capturer of what `--input` says: the sound card or another program, a generated sound, or a file. */
function capturerOf(channels: number, input: string): CapturerPart {
  const recorders = recordersFor(input, channels);
  if (recorders === null)
    return capturer(channels, input === 'tone' ? new Tones(channels) : new WavSource(input));
  const capture = new Capture(channels);
  const recording = new Recording(capture, recorders, (text) => process.stderr.write(`${text}\n`));
  return {
    ...channelsOf(capture),
    pump: (nowUs) => recording.pump(nowUs),
    stop: () => recording.stop(),
  };
}

/** A capturer whose channels pick up what a source gives, in real time. */
export function capturer(channels: number, source: SampleSource): CapturerPart {
  const capture = new Capture(channels);
  let beganUs: number | null = null;
  let given = 0;
  return {
    ...channelsOf(capture),
    pump(nowUs) {
      beganUs ??= nowUs;
      const due = Math.floor(((nowUs - beganUs) * 48) / 1000) - given;
      if (due <= 0) return;
      given += due;
      // After a pause of the whole process nobody wants what was missed.
      const count = Math.min(due, MAX_SAMPLES);
      for (const input of capture.inputs) input.take(source.read(input.channel, given - count, count));
    },
  };
}

/** What every capturer does with its channels, wherever their sound comes from. */
function channelsOf(capture: Capture): CapturerPart {
  return {
    role: 2,
    capture,
    status: ({ ai_volume }) => {
      capture.setVolume(ai_volume);
      return capture.status();
    },
    line([word, channel, state]) {
      const input = capture.input(Number(channel));
      if (word !== 'io' || input === undefined || (state !== 'on' && state !== 'off')) return false;
      input.io = state === 'on';
      return true;
    },
  };
}

/** One second. */
const MAX_SAMPLES = 48_000;
