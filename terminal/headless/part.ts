import type { TerminalSettings } from '../../contract/protocol/terminal.ts';
import type { TerminalStatus } from '../../contract/protocol/terminalStatus.ts';
import { Capture } from '../audio/capture.ts';
import type { Args } from './args.ts';
import { recordersFor } from './audio/recorders.ts';
import { Recording } from './audio/recording.ts';
import { type SampleSource, Tones, WavSource } from './audio/sources.ts';
import { ttsPart } from './audio/speechPart.ts';
import { fire } from './firePart.ts';
import type { Part } from './partTypes.ts';
import { station } from './station.ts';

/** Part for a value of `--role`. */
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
  /** Channels of the capturer. */
  readonly capture: Capture;
  status(settings: TerminalSettings): TerminalStatus;
  line(words: readonly string[]): boolean;
}

/** Capturer for a value of `--input`: the sound card or another program, a generated sound, or a file. */
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

/** Capturer whose channels receive the samples of a source in real time. */
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
      // Samples missed during a pause of the whole process are dropped.
      const count = Math.min(due, MAX_SAMPLES);
      for (const input of capture.inputs) input.take(source.read(input.channel, given - count, count));
    },
  };
}

/** Common part of capturers, independent of the source of their sound. */
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
