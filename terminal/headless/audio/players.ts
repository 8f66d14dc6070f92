import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';

/** Parses the progress output of a player; returns the frame that is playing now, null without news. */
export type PositionParser = (text: string) => number | null;

/** A program that plays mono 32-bit float samples at 48 kHz from its standard input and reports its position. */
export interface Player {
  command: string;
  args: readonly string[];
  /** Creates a parser of the standard error for a new run of the program. */
  positionParser(): PositionParser;
}

/** Requested buffer of players, ms; short, so that a stop takes effect soon. */
const BUFFER_MS = 60;
const PERIOD_MS = 20;

/**
 * Players in order of preference. All of them report the actual consumption of the sound card: pacat (PulseAudio,
 * PipeWire) the time of the stream, aplay (bare ALSA) a meter line for each written period, ffplay (elsewhere) the
 * playback clock.
 */
export const players: readonly Player[] = [
  {
    command: 'pacat',
    args: [
      '--playback',
      '--raw',
      '--format=float32le',
      `--rate=${SAMPLE_RATE}`,
      '--channels=1',
      `--latency-msec=${BUFFER_MS}`,
      `--process-time-msec=${PERIOD_MS}`,
      '--client-name=Tocsin',
      '--stream-name=Tocsin',
      '-v',
    ],
    positionParser: () => latest(/Time: (\d+\.\d+) sec/g, (seconds) => seconds * SAMPLE_RATE),
  },
  {
    command: 'aplay',
    args: [
      ...['-t', 'raw', '-f', 'FLOAT_LE', '-r', String(SAMPLE_RATE), '-c', '1'],
      `--buffer-time=${BUFFER_MS * 1e3}`,
      `--period-time=${PERIOD_MS * 1e3}`,
      '-vv',
      '-',
    ],
    positionParser: periods,
  },
  {
    command: 'ffplay',
    args: [
      ...['-hide_banner', '-stats', '-nodisp', '-fflags', 'nobuffer', '-probesize', '32'],
      ...['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ch_layout', 'mono', '-i', 'pipe:0'],
    ],
    // The value is truncated to hundredths; the middle of the step is used.
    positionParser: () => latest(/(\d+\.\d\d) M-A:/g, (seconds) => (seconds + 0.005) * SAMPLE_RATE),
  },
];

/** The last match in each piece of text; null without one, for zero, and for a repeated value. */
function latest(pattern: RegExp, toFrame: (seconds: number) => number): PositionParser {
  let before = 0;
  return (text) => {
    const seconds = Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
    if (seconds <= before) return null;
    before = seconds;
    return Math.round(toFrame(seconds));
  };
}

/** Counts aplay's meter lines: one for each written period; a written period plays one buffer length later. */
function periods(): PositionParser {
  let head = '';
  let buffer = 0;
  let period = 0;
  let written = 0;
  return (text) => {
    if (period === 0) {
      head += text;
      buffer = Number(/buffer_size\s*: (\d+)/.exec(head)?.[1] ?? 0);
      period = Number(/period_size\s*: (\d+)/.exec(head)?.[1] ?? 0);
    }
    const lines = text.split('%').length - 1;
    written += lines * period;
    return lines > 0 && written > buffer ? written - buffer : null;
  };
}
