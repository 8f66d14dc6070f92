import { exec, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { csqRange } from '../../contract/constants.ts';
import { type Position, position } from '../../contract/signal.ts';

/** What a modem says: csq 0-31, and what else is known. */
export interface ModemReading {
  csq: number;
  position?: Position;
  ICCID?: string;
}
/** Null: there is no modem, or it has no reading now. */
export type ModemReader = () => Promise<ModemReading | null>;

/** A program that does not answer is ended, ms. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;

/** Output of a program; null when it is not there, fails or says nothing. */
type Run = (program: string, args: readonly string[]) => Promise<string | null>;
const run: Run = (program, args) =>
  new Promise((resolve) => {
    const bounds = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES };
    execFile(program, args, bounds, (error, stdout) => resolve(error === null ? stdout : null));
  });

/** A value below a path of keys; undefined where there is none. */
function at(value: unknown, ...keys: string[]): unknown {
  let found = value;
  for (const key of keys) found = (found as Record<string, unknown> | null | undefined)?.[key];
  return found;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** A number from JSON; "--" and an empty text, which stand for none, and what is no number: NaN. */
const numeric = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;

const placed = (latitude: unknown, longitude: unknown): { position?: Position } => {
  const place = position.safeParse({ latitude: numeric(latitude), longitude: numeric(longitude) });
  return place.success ? { position: place.data } : {};
};
const carded = (ICCID: unknown): { ICCID?: string } =>
  typeof ICCID === 'string' && /^[0-9A-Fa-f]{10,32}$/.test(ICCID) ? { ICCID } : {};

/**
 * Reads the first modem of ModemManager by its program `mmcli`. Its quality is a percentage of the same range that csq
 * divides into 31 steps (-113 to -51 dBm). A value that ModemManager calls not recent is none. The position is that of
 * its GPS, where somebody has switched it on (`mmcli -m any --location-enable-gps-raw`).
 */
export function byModemManager(ask: Run = run): ModemReader {
  let card: string | undefined;
  return async () => {
    const [first] = (at(parsed(await ask('mmcli', ['-L', '-J'])), 'modem-list') ?? []) as string[];
    if (typeof first !== 'string') return null;
    const modem = at(parsed(await ask('mmcli', ['-m', first, '-J'])), 'modem', 'generic');
    const quality = at(modem, 'signal-quality');
    const percent = numeric(at(quality, 'value'));
    const sim = at(modem, 'sim');
    if (card === undefined && typeof sim === 'string' && sim.startsWith('/'))
      card = carded(at(parsed(await ask('mmcli', ['-i', sim, '-J'])), 'sim', 'properties', 'iccid')).ICCID;
    if (at(quality, 'recent') !== 'yes' || !(percent >= 0 && percent <= 100)) return null;
    const gps = at(
      parsed(await ask('mmcli', ['-m', first, '--location-get', '-J'])),
      'modem',
      'location',
      'gps',
    );
    return {
      csq: Math.round((percent * csqRange.max) / 100),
      ...placed(at(gps, 'latitude'), at(gps, 'longitude')),
      ...(card === undefined ? {} : { ICCID: card }),
    };
  };
}

/**
 * A reading as a file or command gives it: JSON `{"csq", "latitude", "longitude", "ICCID"}`, of which only `csq` is
 * needed; a number; or the answer of a modem, `+CSQ: 18,99`. 99 is a modem's word for "not known".
 */
export function readReading(text: string): ModemReading | null {
  const json = parsed(text);
  const isObject = typeof json === 'object' && json !== null;
  const csq = numeric(isObject ? at(json, 'csq') : (/\+CSQ:\s*(\d+)/.exec(text)?.[1] ?? text));
  if (!(Number.isInteger(csq) && csq >= csqRange.min && csq <= csqRange.max)) return null;
  if (!isObject) return { csq };
  return { csq, ...placed(at(json, 'latitude'), at(json, 'longitude')), ...carded(at(json, 'ICCID')) };
}

const fromFile =
  (path: string): ModemReader =>
  async () =>
    readReading((await readFile(path, 'utf8').catch(() => '')).slice(0, MAX_BYTES));

const fromCommand =
  (command: string): ModemReader =>
  () =>
    new Promise((resolve) => {
      const bounds = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES };
      exec(command, bounds, (error, stdout) => resolve(error === null ? readReading(stdout) : null));
    });

/** What `--signal` names: `modem`, `off`, `file:PATH` or `run:COMMAND`; undefined: none of them. */
export function modemOf(source: string): ModemReader | null | undefined {
  if (source === 'off') return null;
  if (source === 'modem') return byModemManager();
  const [, kind, rest = ''] = /^(file|run):(.+)$/s.exec(source) ?? [];
  if (kind === 'file') return fromFile(rest);
  return kind === 'run' ? fromCommand(rest) : undefined;
}
