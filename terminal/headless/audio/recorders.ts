import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';

/** A program that records a sound card to its standard output: 32-bit float at 48 kHz, interleaved channels. */
export interface Recorder {
  command: string;
  args: readonly string[];
}

/** Requested buffer of recorders, ms; short, to keep the latency of speech low. */
const BUFFER_MS = 60;
const PERIOD_MS = 20;

/**
 * Recorders of this machine in order of preference. `device`: name used by the recorder; null: the default device.
 * Linux: parec (PulseAudio, PipeWire), arecord (bare ALSA); ffmpeg there and elsewhere, by what the system records
 * with.
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

/** Recorders for a value of `--input`: `card`, `card:DEVICE` or `run:COMMAND`; null: another kind of input. */
export function recordersFor(input: string, channels: number): readonly Recorder[] | null {
  if (input === 'card') return recordersOf(null, channels);
  if (input.startsWith('card:')) return recordersOf(input.slice('card:'.length), channels);
  if (!input.startsWith('run:')) return null;
  const command = input.slice('run:'.length);
  const isWindows = process.platform === 'win32';
  return [
    isWindows
      ? { command: 'cmd', args: ['/c', command] }
      : // `exec` replaces the shell by the program, so that ending the process ends the program.
        { command: '/bin/sh', args: ['-c', `exec ${command}`] },
  ];
}
