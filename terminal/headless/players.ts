import { SAMPLE_RATE } from '../../contract/audio.ts';

/** Reads what a player says of itself; returns the frame that is being heard now, null when it says nothing new. */
export type Ear = (text: string) => number | null;

/** A program that plays mono 32-bit float samples at 48 kHz from its standard input and tells how far it is. */
export interface Player {
  command: string;
  args: readonly string[];
  /** Makes a new ear for a new run of the program; it gets its standard error. */
  ear(): Ear;
}

/** What players are asked to hold, ms; little, so that a stop is heard soon. */
const BUFFER_MS = 60;
const PERIOD_MS = 20;

/**
 * Players by preference. All of them say what the sound card has really taken: pacat (PulseAudio, PipeWire) the
 * stream's time, aplay (bare ALSA) a meter line for each period that it has written, ffplay (elsewhere) the
 * clock of what is heard.
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
    ear: () => latest(/Time: (\d+\.\d+) sec/g, (seconds) => seconds * SAMPLE_RATE),
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
    ear: periods,
  },
  {
    command: 'ffplay',
    args: [
      ...['-hide_banner', '-stats', '-nodisp', '-fflags', 'nobuffer', '-probesize', '32'],
      ...['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ch_layout', 'mono', '-i', 'pipe:0'],
    ],
    // Told in whole hundredths, cut off: the middle is meant.
    ear: () => latest(/(\d+\.\d\d) M-A:/g, (seconds) => (seconds + 0.005) * SAMPLE_RATE),
  },
];

/** The last match in each piece of text; null without one, for zero, and for what was said before. */
function latest(pattern: RegExp, toFrame: (seconds: number) => number): Ear {
  let before = 0;
  return (text) => {
    const seconds = Number([...text.matchAll(pattern)].at(-1)?.[1] ?? 0);
    if (seconds <= before) return null;
    before = seconds;
    return Math.round(toFrame(seconds));
  };
}

/** Counts aplay's meter lines: one for each period written, and what is written waits for a whole buffer. */
function periods(): Ear {
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
