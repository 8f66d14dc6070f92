import { SAMPLE_RATE } from '../../contract/audio.ts';

/** A program that writes what a sound card picks up to its standard output: 32-bit float at 48 kHz, channel by channel. */
export interface Recorder {
  command: string;
  args: readonly string[];
}

/** What recorders are asked to hold, ms; little, for speech is not to wait. */
const BUFFER_MS = 60;
const PERIOD_MS = 20;

/**
 * Recorders of this machine by preference. `device`: as the recorder names it; null: the default one. Linux: parec (PulseAudio,
 * PipeWire), arecord (bare ALSA); ffmpeg there and elsewhere, by what the system records with.
 */
export function recordersOf(
  device: string | null,
  channels: number,
  platform: NodeJS.Platform = process.platform,
): readonly Recorder[] {
  const raw = ['-ac', String(channels), '-ar', String(SAMPLE_RATE), '-f', 'f32le', 'pipe:1'];
  const ffmpeg = (format: string, input: string): Recorder => ({
    command: 'ffmpeg',
    args: ['-hide_banner', '-loglevel', 'error', '-nostdin', '-f', format, '-i', input, ...raw],
  });
  if (platform === 'darwin') return [ffmpeg('avfoundation', `:${device ?? 'default'}`)];
  if (platform === 'win32') return [ffmpeg('dshow', `audio=${device ?? 'default'}`)];
  return [
    {
      command: 'parec',
      args: [
        ...['--raw', '--format=float32le', `--rate=${SAMPLE_RATE}`, `--channels=${channels}`],
        ...[`--latency-msec=${BUFFER_MS}`, `--process-time-msec=${PERIOD_MS}`, '--client-name=Tocsin'],
        ...(device === null ? [] : [`--device=${device}`]),
      ],
    },
    {
      command: 'arecord',
      args: [
        ...['-q', '-t', 'raw', '-f', 'FLOAT_LE', '-r', String(SAMPLE_RATE), '-c', String(channels)],
        ...[`--buffer-time=${BUFFER_MS * 1e3}`, `--period-time=${PERIOD_MS * 1e3}`],
        ...(device === null ? [] : ['-D', device]),
      ],
    },
    ffmpeg('alsa', device ?? 'default'),
  ];
}

/** What `--input` asks to be recorded: `card`, `card:DEVICE` or `run:COMMAND`; null: something else. */
export function recordersFor(input: string, channels: number): readonly Recorder[] | null {
  if (input === 'card') return recordersOf(null, channels);
  if (input.startsWith('card:')) return recordersOf(input.slice('card:'.length), channels);
  if (!input.startsWith('run:')) return null;
  const command = input.slice('run:'.length);
  const isWindows = process.platform === 'win32';
  return [
    isWindows
      ? { command: 'cmd', args: ['/c', command] }
      : // The shell gives its place to the program, so that ending the one ends the other.
        { command: '/bin/sh', args: ['-c', `exec ${command}`] },
  ];
}
