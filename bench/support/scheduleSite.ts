import { LOAD_CORE, type Part, print, startPart } from '../parts/harness.ts';
import { type Api, noiseWav, until } from './api.ts';

/** Site of the benchmark: zones, terminals of which a tenth is connected, and some that decode. */
export const TERMINALS = 10_000;
export const CONNECTED = 1_000;
export const DECODING = 20;
export const ZONES = 200;
const PAGE = 1_000;

export interface Site {
  /** Number of connected terminals, and of those of them that decode. */
  connected: number;
  decoding: number;
  fleet: Part;
  listeners: Part;
  /** Ids of zones, and of terminals: connected ones first. */
  zones: number[];
  devices: number[];
}

async function importCsv(api: Api, kind: string, lines: string[]): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([lines.join('\r\n')]), `${kind}.csv`);
  const report = await api.call<{ imported: boolean; created: number }>(
    'POST',
    `/v1/${kind}/import?dry_run=false`,
    form,
  );
  if (!report.imported || report.created !== lines.length - 1)
    throw new Error(`${kind}: ${report.created} of ${lines.length - 1} imported`);
}

async function rowsOf<Row>(api: Api, path: string, count: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < count; page++) {
    const answer = await api.call<{ rows: Row[] }>('GET', `/v1/${path}?limit=${PAGE}&page=${page}&sort=code`);
    if (answer.rows.length === 0) throw new Error(`${path}: ${rows.length} of ${count} rows`);
    rows.push(...answer.rows);
  }
  return rows;
}

/** Creates the site on a new server. */
export async function buildSite(
  api: Api,
  url: string,
  { connected, decoding }: Pick<Site, 'connected' | 'decoding'>,
  parts: Part[],
): Promise<Site> {
  print(`${ZONES} zones, ${TERMINALS} terminals, ${connected} of them connected, ${decoding} decoding`);
  const zoneCode = (i: number) => `ZONE-${String(i).padStart(4, '0')}`;
  const indexes = (count: number) => Array.from({ length: count }, (_, i) => i);
  const zoneLines = indexes(ZONES).map((i) => `${zoneCode(i)},Zone ${i}`);
  await importCsv(api, 'partition', ['code,name', ...zoneLines]);
  const rows = await api.call<{ rows: { id: number; code: string }[] }>('GET', '/v1/partition?limit=1000');
  const zones = rows.rows.filter((zone) => zone.code.startsWith('ZONE-')).map((zone) => zone.id);
  const asleep = indexes(TERMINALS - connected).map(
    (i) => `ASLEEP-${i},Terminal ${i},${zoneCode(i % ZONES)}`,
  );
  await importCsv(api, 'device', ['code,name,zone', ...asleep]);

  const socket = `${url.replace('http', 'ws')}/v1/terminal`;
  const fleet = startPart('fleet.ts', LOAD_CORE, [socket, String(connected - decoding), 'FLEET']);
  const listeners = startPart('listeners.ts', LOAD_CORE, [url, String(decoding), String(decoding), 'HEAR']);
  parts.push(fleet, listeners);
  await Promise.all([fleet.call('connect'), listeners.call('connect')]);
  const found = async () =>
    (await api.call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?limit=1000')).rows;
  await until('all terminals are found', async () => (await found()).length === connected);
  const waiting = (await found()).map((row) => row.id);
  for (const [i, org] of zones.entries()) {
    const ids = waiting.filter((_, n) => n % ZONES === i);
    await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org });
  }
  await until('all terminals are ready', async () => {
    const [own, hearing] = [
      await fleet.call<{ welcomed: number }>('state'),
      await listeners.call<{ ready: number }>('state'),
    ];
    return own.welcomed === connected - decoding && hearing.ready === decoding;
  });
  await fleet.call('requestTimes');
  const devices = await rowsOf<{ id: number; code: string }>(api, 'device', TERMINALS);
  const order = (code: string) => (code.startsWith('HEAR') ? 0 : code.startsWith('FLEET') ? 1 : 2);
  devices.sort((a, b) => order(a.code) - order(b.code));
  return { connected, decoding, fleet, listeners, zones, devices: devices.map((row) => row.id) };
}

/** Uploads different programmes; returns their ids. */
export async function programmes(api: Api, count: number, seconds: number): Promise<number[]> {
  print(`${count} programmes of ${seconds} s are uploaded and built`);
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push(await api.submit(`programme ${i}.wav`, noiseWav(seconds)));
  const built = async () => (await api.call<{ total: number }>('GET', '/v1/file?build_status=built')).total;
  await until('all programmes are built', async () => (await built()) >= count, 300_000);
  return ids;
}

/** Second of the site's day, some time from now: its local date and time, and the wall time, ms. */
export function inSeconds(seconds: number, timeZone: string): { date: string; time: string; at: number } {
  const at = Math.ceil(Date.now() / 1000 + seconds) * 1000;
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  const [date = '', time = ''] = parts.split(' ');
  return { date, time, at };
}
