import { exec, execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { csqRange } from '../../contract/constants.ts';
import { type Position, position } from '../../contract/protocol/signalReport.ts';

/** Reading of a modem: csq 0-31, and optional further data. */
export interface ModemReading {
  csq: number;
  position?: Position;
  ICCID?: string;
}
/** Reads the modem; null: no modem, or no current reading. */
export type ModemReader = () => Promise<ModemReading | null>;

/** Timeout of a program, ms. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 65_536;

/** Runs a program and returns its output; null when it is missing, fails or prints nothing. */
type Run = (program: string, args: readonly string[]) => Promise<string | null>;
const run: Run = (program, args) =>
  new Promise((resolve) => {
    const bounds = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES };
    execFile(program, args, bounds, (error, stdout) => resolve(error === null ? stdout : null));
  });

/** Value at a path of keys; undefined when absent. */
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

/** Number from JSON; NaN for "--", an empty text and anything that is not a number. */
const numeric = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() ? Number(value) : Number.NaN;

const placed = (latitude: unknown, longitude: unknown): { position?: Position } => {
  const place = position.safeParse({ latitude: numeric(latitude), longitude: numeric(longitude) });
  return place.success ? { position: place.data } : {};
};
const carded = (ICCID: unknown): { ICCID?: string } =>
  typeof ICCID === 'string' && /^[0-9A-Fa-f]{10,32}$/.test(ICCID) ? { ICCID } : {};

/**
 * Reads the first modem of ModemManager by its program `mmcli`. Its quality is a percentage of the same range that
 * csq divides into 31 steps (-113 to -51 dBm). Values that ModemManager does not call recent are ignored. The
 * position is that of its GPS, when enabled (`mmcli -m any --location-enable-gps-raw`).
 */
export function byModemManager(runProgram: Run = run): ModemReader {
  let card: string | undefined;
  return async () => {
    const [first] = (at(parsed(await runProgram('mmcli', ['-L', '-J'])), 'modem-list') ?? []) as string[];
    if (typeof first !== 'string') return null;
    const modem = at(parsed(await runProgram('mmcli', ['-m', first, '-J'])), 'modem', 'generic');
    const quality = at(modem, 'signal-quality');
    const percent = numeric(at(quality, 'value'));
    const sim = at(modem, 'sim');
    if (card === undefined && typeof sim === 'string' && sim.startsWith('/'))
      card = carded(
        at(parsed(await runProgram('mmcli', ['-i', sim, '-J'])), 'sim', 'properties', 'iccid'),
      ).ICCID;
    if (at(quality, 'recent') !== 'yes' || !(percent >= 0 && percent <= 100)) return null;
    const gps = at(
      parsed(await runProgram('mmcli', ['-m', first, '--location-get', '-J'])),
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
 * Parses a reading from a file or command: JSON `{"csq", "latitude", "longitude", "ICCID"}`, of which only `csq` is
 * required; a number; or the answer of a modem, `+CSQ: 18,99`. 99 means "not known".
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

/** Reader for a value of `--signal`: `modem`, `off`, `file:PATH` or `run:COMMAND`; undefined: invalid. */
export function modemOf(source: string): ModemReader | null | undefined {
  if (source === 'off') return null;
  if (source === 'modem') return byModemManager();
  const [, kind, rest = ''] = /^(file|run):(.+)$/s.exec(source) ?? [];
  if (kind === 'file') return fromFile(rest);
  return kind === 'run' ? fromCommand(rest) : undefined;
}
