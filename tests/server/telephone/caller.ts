import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';
import { frequency } from '../../support/recording.ts';

const LOOPBACK = '127.0.0.1';
/** Time for one attempt to start it, ms; another one is made with other ports. */
const ATTEMPT_MS = 10_000;
/** Pitch of the voice of the phone, Hz. */
export const VOICE_HZ = 440;
/** Length of the sound that counts, and the root mean square below which it is silence. */
const COUNTED_S = 0.5;
const QUIET = 0.005;

/** Telephone of another make that calls: baresip, which says a tone and sends digits by RFC 4733. */
export interface Caller {
  /** Runs a command of baresip, such as `dial sip:1@127.0.0.1`. */
  command(name: string, params?: string): void;
  /** Dials digits in the call. */
  press(digits: string): void;
  /** Kinds of the events of its calls, in their order: `CALL_ESTABLISHED`, `CALL_CLOSED`, … */
  readonly events: readonly string[];
  /** UDP port of SIP at which it is called. */
  readonly port: number;
  /** Folder in which it writes what it hears. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** How a telephone is set up beside its codec and extension. */
export interface CallerOptions {
  /** `srtp-mand`: only encrypted sound. */
  encryption?: string;
  /** Registrar at which it registers its extension, by UDP; absent: it is called by its address. */
  registrar?: { port: number; password: string };
}

/** Line of the account of an extension in the configuration of baresip. */
function accountOf(port: number, codec: string, extension: string, options: CallerOptions): string {
  const { encryption = '', registrar } = options;
  const login = registrar === undefined ? ['regint=0'] : [`auth_pass=${registrar.password}`, 'regint=60'];
  const media = [`audio_codecs=${codec}`, ...(encryption === '' ? [] : [`mediaenc=${encryption}`])];
  return [`<sip:${extension}@${LOOPBACK}:${registrar?.port ?? port}>`, ...login, ...media].join(';');
}

/** Starts baresip; null: it does not listen, as a port was taken in the meantime. */
async function started(codec: string, extension: string, folder: string, options: CallerOptions) {
  const [port, control] = [await freePort(), await freePort()];
  const rtp = 22_000 + 2 * randomInt(4_000);
  const config = [
    `sip_listen ${LOOPBACK}:${port}`,
    'module_path /usr/lib/baresip/modules',
    ...['g711', 'g722', 'opus', 'ausine', 'aubridge', 'sndfile', 'srtp'].map((name) => `module ${name}.so`),
    ...['account', 'menu', 'ctrl_tcp'].map((name) => `module_app ${name}.so`),
    `ctrl_tcp_listen ${LOOPBACK}:${control}`,
    `audio_source ausine,${VOICE_HZ}`,
    // Its tone has this form only.
    'ausrc_srate 48000',
    'ausrc_channels 2',
    'audio_player aubridge,heard',
    'audio_alert aubridge,alert',
    `snd_path ${folder}`,
    `rtp_ports ${rtp}-${rtp + 9}`,
    'rtcp_enable no',
  ];
  writeFileSync(join(folder, 'config'), `${config.join('\n')}\n`);
  writeFileSync(join(folder, 'accounts'), `${accountOf(port, codec, extension, options)}\n`);
  writeFileSync(join(folder, 'contacts'), '');
  const child = spawn('baresip', ['-f', folder], { stdio: 'ignore' });
  const connected = () =>
    new Promise<Socket>((resolve, reject) => {
      const one = connect({ port: control, host: LOOPBACK });
      one.once('connect', () => resolve(one)).once('error', reject);
    });
  try {
    return { child, port, socket: await eventually(connected, { timeout: ATTEMPT_MS, interval: 50 }) };
  } catch {
    child.kill('SIGKILL');
    return null;
  }
}

/** Starts a telephone with an extension and one codec. */
export async function startCaller(
  codec: string,
  extension: string,
  options: CallerOptions = {},
): Promise<Caller> {
  const folder = mkdtempSync(join(tmpdir(), 'caller-'));
  let running = await started(codec, extension, folder, options);
  for (let n = 0; running === null && n < 5; n++) running = await started(codec, extension, folder, options);
  if (running === null) throw new Error('baresip does not start');
  const { child, port, socket } = running;
  const events: string[] = [];
  let rest = '';
  socket.on('data', (bytes) => {
    rest += bytes.toString();
    // Netstrings: length, colon, text, comma.
    for (let at = rest.indexOf(':'); at > 0; at = rest.indexOf(':')) {
      const length = Number(rest.slice(0, at));
      if (rest.length < at + length + 2) return;
      const { event = false, type } = JSON.parse(rest.slice(at + 1, at + 1 + length));
      if (event === true) events.push(String(type));
      rest = rest.slice(at + length + 2);
    }
  });
  socket.on('error', () => undefined);
  const command = (name: string, params = '') => {
    const text = JSON.stringify({ command: name, params });
    socket.write(`${text.length}:${text},`);
  };
  return {
    ...{ command, events, port, folder },
    press: (digits) => command('sndcode', digits),
    async stop() {
      socket.destroy();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Lets a telephone dial until it is answered: a call before the server has opened its port is refused. */
export async function dialIn({ events, command }: Caller, address: string): Promise<void> {
  let times = 0;
  await eventually(() => {
    const closed = events.filter((event) => event === 'CALL_CLOSED').length;
    if (closed >= times && times++ < 50) command('dial', address);
    if (!events.includes('CALL_ESTABLISHED')) throw new Error('not answered');
  });
}

/** Pitch in Hz and level in dBFS of the last half second that a telephone has heard; 0 Hz: too little, or silence. */
export function soundAt({ folder }: Caller): { hz: number; db: number } {
  const name = readdirSync(folder)
    .filter((one) => one.endsWith('-dec.wav'))
    .sort()
    .at(-1);
  const bytes = name === undefined ? Buffer.alloc(0) : readFileSync(join(folder, name));
  const none = { hz: 0, db: -200 };
  if (bytes.length < 44) return none;
  const [channels, rate] = [bytes.readUInt16LE(22), bytes.readUInt32LE(24)];
  const count = Math.floor((bytes.length - 44) / 2 / channels);
  const first = count - rate * COUNTED_S;
  if (first < 0) return none;
  const samples = Float32Array.from(
    { length: rate * COUNTED_S },
    (_, i) => bytes.readInt16LE(44 + (first + i) * 2 * channels) / 32_768,
  );
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  return Math.sqrt(power) < QUIET ? none : { hz: frequency(samples, rate), db: 10 * Math.log10(power) };
}

/** Pitch of what a telephone has heard last, Hz. */
export const pitchAt = (caller: Caller): number => soundAt(caller).hz;
