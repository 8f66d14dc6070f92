import { parseArgs } from 'node:util';
import { pairingPattern } from '../../contract/constants.ts';
import { terminalCode } from '../../contract/protocol/terminal.ts';
import { MAX_CHANNELS, MAX_LINES } from '../../contract/protocol/terminalStatus.ts';
import { publicKey } from '../../contract/protocol/upgradePackage.ts';
import type { Consent } from './administration/administrationTypes.ts';
import type { GpioPins } from './gpio.ts';
import { type ModemReader, modemOf } from './modem.ts';
import { defaultStatePath } from './state.ts';

export const USAGE = `Usage: npm run terminal -- [options]

  --server URL     server, as http://HOST:PORT or https://…; searched on the local network when omitted
  --count N        number of terminals in this process (1)
  --code PREFIX    code; with several, PREFIX-001, PREFIX-002, …  (generated once and stored)
  --name NAME      name that the terminal proposes until the site gives it one
  --role R         column, caster, dialogue, capturer, tts or fire, or the role's number 0 to 4 (column)
  --channels N     sound inputs of a capturer (1)
  --input SOURCE   sound of a capturer: tone (a generated tone for each channel), a WAV file in a loop,
                   card (this machine's sound card), card:DEVICE (a device name of parec, arecord or ffmpeg), or run:COMMAND,
                   a program that writes 32-bit float samples at 48 kHz to its standard output in real time,
                   interleaved by channel (tone). Lines "io N on" and "io N off" on standard input set the trigger input of channel N
  --inputs N       alarm inputs of a fire terminal (8); --outputs N  its outputs (4). Lines "in N on" and "in N off" on
                   standard input close and open a contact, "line N open", "short" and "ok" set its line state, "stuck N"
                   and "free N" simulate an output that does not follow
  --gpio CHIP      a fire terminal on the GPIO pins of this machine (gpioget and gpioset of libgpiod 2), e.g. gpiochip0;
                   --in-pins 17,27  --out-pins 22,23  their numbers, instead of --inputs and --outputs. Contacts
                   close to ground
  --decode K       number of terminals that decode and play; the others only receive and count packets (all, at most 64)
  --play           play the first terminal on this machine's sound card (pacat, aplay or ffplay)
  --record FILE    write the played sound to FILE.wav; with several terminals FILE-001.wav, …
  --talk FILE.wav  page with this file as a call station in real time, then end; --to all (default), or
                   numbers or names of zones, separated by commas
  --password PW    log in as a call station whose account is --code
  --answer auto    a station answers automatically; --call NUMBER  it dials this number, or quick code, once it is
                   connected. Lines "dial NUMBER", "answer" and "hangup" on standard input do the same by hand
  --zone CODE --zone-password PASSWORD   enrol into a zone
  --pair CODE      enrol by a pairing code from the console, valid once, for one terminal
  --state FILE     file of codes and secrets (${defaultStatePath()})
  --keep MB        storage for offline playback, beside the state file (512); 0: none. The signal
                   SIGUSR2, or the line "silence", silences offline playback
  --signal SOURCE  source of the 4G signal, read once a minute: modem (ModemManager's mmcli, if present), file:PATH,
                   run:COMMAND, or off. File and command give a csq of 0 to 31, "+CSQ: 18,99" as a modem does, or JSON
                   {"csq": 18, "latitude": 31.2, "longitude": 121.5, "ICCID": "8986..."} (modem)
  --upgrade-key K  trust packages that are signed with this key, and no others (base64; may be given several times).
                   Without it the first keys received from the server are trusted
  --upgrade-wait S seconds after which a new version that has not reached the server is replaced by the old one (60)
  --remote R       consent to remote administration: yes, no, or ask, which waits for the line "remote yes" or
                   "remote no" on standard input (no: only if the site forces it)
  --insecure       accept self-signed certificates
  --pin SHA256     accept only the server whose certificate has this key, as the dialog of a pairing code shows it
  --drift PPM      error of the simulated sound cards; --offset MS  error of the local clock
  --quiet          print errors only
`;

/** Default maximum number of decoding terminals. */
const MAX_DEFAULT_DECODE = 64;

export interface Args {
  server: string | null;
  count: number;
  code: string | null;
  name: string | null;
  role: RoleName;
  channels: number;
  /** `tone`, `card`, `card:DEVICE`, `run:COMMAND`, or the path of a WAV file. */
  input: string;
  inputs: number;
  /** GPIO pins of a fire terminal; null: contacts are set by lines on the standard input. */
  pins: GpioPins | null;
  outputs: number;
  decode: number;
  play: boolean;
  record: string | null;
  /** Sound file of a page, and its targets. */
  talk: { file: string; to: string } | null;
  password: string | null;
  answer: 'auto' | 'manual';
  call: string | null;
  zone: { code: string; password: string } | null;
  /** Pairing code. */
  pair: string | null;
  state: string;
  /** Storage for offline playback, bytes. */
  keepBytes: number;
  /** Reader of the 4G signal; null: none. */
  modem: ModemReader | null;
  /** Trusted keys of upgrades given on the command line. */
  upgradeKeys: string[];
  upgradeWaitMs: number;
  remote: Consent;
  insecure: boolean;
  /** SHA-256 of the server's key, hexadecimal. */
  pin: string | null;
  driftPpm: number;
  offsetMs: number;
  quiet: boolean;
}

/** Parses the command line; null for `--help`. Throws an error with a readable message. */
export function readArgs(argv: string[]): Args | null {
  const { values } = parseArgs({
    args: argv,
    options: {
      server: { type: 'string' },
      count: { type: 'string', default: '1' },
      code: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string' },
      channels: { type: 'string', default: '1' },
      input: { type: 'string', default: 'tone' },
      inputs: { type: 'string', default: '8' },
      outputs: { type: 'string', default: '4' },
      gpio: { type: 'string' },
      'in-pins': { type: 'string', default: '' },
      'out-pins': { type: 'string', default: '' },
      decode: { type: 'string' },
      play: { type: 'boolean', default: false },
      record: { type: 'string' },
      talk: { type: 'string' },
      to: { type: 'string', default: 'all' },
      password: { type: 'string' },
      answer: { type: 'string', default: 'manual' },
      call: { type: 'string' },
      zone: { type: 'string' },
      'zone-password': { type: 'string', default: '' },
      pair: { type: 'string' },
      state: { type: 'string', default: defaultStatePath() },
      keep: { type: 'string', default: '512' },
      signal: { type: 'string', default: 'modem' },
      'upgrade-key': { type: 'string', multiple: true, default: [] },
      'upgrade-wait': { type: 'string', default: '60' },
      remote: { type: 'string', default: 'no' },
      insecure: { type: 'boolean', default: false },
      pin: { type: 'string' },
      drift: { type: 'string', default: '0' },
      offset: { type: 'string', default: '0' },
      quiet: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const count = number('--count', values.count, 1, 10_000);
  const role = roleOf(values.role ?? (values.talk === undefined ? 'column' : 'caster'));
  const most = Math.min(count, MAX_DEFAULT_DECODE);
  const pins =
    values.gpio === undefined
      ? null
      : {
          chip: values.gpio,
          inputs: pinsOf('--in-pins', values['in-pins']),
          outputs: pinsOf('--out-pins', values['out-pins']),
        };
  const pair = values.pair?.replace(/\s/g, '') ?? null;
  if (pair !== null && !pairingPattern.test(pair))
    throw new Error('--pair takes a code of six or twelve digits');
  const code = values.code ?? null;
  if (code !== null && !terminalCode.safeParse(codeOf(code, 0, count)).success) {
    throw new Error('--code takes 3 to 32 letters, digits, - and _, and begins with a letter or digit');
  }
  return {
    server: values.server ?? null,
    count,
    code,
    name: values.name ?? null,
    role,
    channels: number('--channels', values.channels, 1, MAX_CHANNELS),
    input: values.input,
    inputs: pins?.inputs.length ?? number('--inputs', values.inputs, 1, MAX_LINES),
    outputs: pins?.outputs.length ?? number('--outputs', values.outputs, 0, MAX_LINES),
    pins,
    decode: values.decode === undefined ? most : number('--decode', values.decode, 0, count),
    play: values.play,
    record: values.record ?? null,
    talk: values.talk === undefined ? null : { file: values.talk, to: values.to },
    password: values.password ?? null,
    answer: values.answer === 'auto' ? 'auto' : 'manual',
    call: values.call ?? null,
    zone: values.zone === undefined ? null : { code: values.zone, password: values['zone-password'] },
    pair,
    state: values.state,
    keepBytes: number('--keep', values.keep, 0, 1_000_000) * 1024 * 1024,
    modem: modemNamed(values.signal),
    upgradeKeys: keysOf(values['upgrade-key']),
    upgradeWaitMs: number('--upgrade-wait', values['upgrade-wait'], 1, 3600) * 1000,
    remote: consentOf(values.remote),
    insecure: values.insecure,
    pin: values.pin === undefined ? null : pinOf(values.pin),
    driftPpm: number('--drift', values.drift, -1000, 1000),
    offsetMs: number('--offset', values.offset, -1e9, 1e9),
    quiet: values.quiet,
  };
}

function modemNamed(source: string): ModemReader | null {
  const modem = modemOf(source);
  if (modem === undefined) throw new Error('--signal takes modem, off, file:PATH or run:COMMAND');
  return modem;
}

function keysOf(keys: readonly string[]): string[] {
  if (!keys.every((key) => publicKey.safeParse(key).success))
    throw new Error('--upgrade-key takes a public key as npm run package-key prints it');
  return [...keys];
}

function pinOf(text: string): string {
  const pin = text.replace(/[\s:]/g, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(pin)) throw new Error('--pin takes 64 hexadecimal digits');
  return pin;
}

function consentOf(text: string): Consent {
  if (text === 'yes' || text === 'no' || text === 'ask') return text;
  throw new Error('--remote takes yes, no or ask');
}

function pinsOf(option: string, text: string): number[] {
  const pins = text.split(',').filter((one) => one.trim() !== '');
  if (pins.length > MAX_LINES) throw new Error(`${option} takes at most ${MAX_LINES} pins`);
  return pins.map((pin) => number(option, pin, 0, 1023));
}

/** Values of `--role`; the index is the number of the role, except for dialogue. */
export const roleNames = ['column', 'caster', 'capturer', 'tts', 'fire', 'dialogue'] as const;
export type RoleName = (typeof roleNames)[number];

function roleOf(text: string): RoleName {
  const byNumber = /^[0-4]$/.test(text) ? roleNames[Number(text)] : undefined;
  const role = byNumber ?? roleNames.find((name) => name === text);
  if (role === undefined)
    throw new Error(`--role is one of ${roleNames.join(', ')}, or a number from 0 to 4`);
  return role;
}

/** Code of the terminal with this index among `count`. */
export function codeOf(prefix: string, index: number, count: number): string {
  return count === 1 ? prefix : `${prefix}-${numberOf(index, count)}`;
}

/** Path of the recording of the terminal with this index. */
export function recordPath(path: string, index: number, count: number): string {
  const stem = path.replace(/\.wav$/i, '');
  return count === 1 ? `${stem}.wav` : `${stem}-${numberOf(index, count)}.wav`;
}

function numberOf(index: number, count: number): string {
  return String(index + 1).padStart(Math.max(3, String(count).length), '0');
}

function number(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= min && value <= max)) {
    throw new Error(`${option} takes a number from ${min} to ${max}`);
  }
  return value;
}
