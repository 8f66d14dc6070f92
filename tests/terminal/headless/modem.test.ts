import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byModemManager, modemOf, readReading } from '../../../terminal/headless/modem.ts';
import { ModemWatch } from '../../../terminal/headless/modemWatch.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-modem-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MODEM = '/org/freedesktop/ModemManager1/Modem/0';
const SIM = '/org/freedesktop/ModemManager1/SIM/0';
/** Output of mmcli -J for each query. */
function mmcli(quality: { recent: string; value: string }, gps: { latitude: string; longitude: string }) {
  const answers: Record<string, unknown> = {
    '-L': { 'modem-list': [MODEM] },
    [`-m ${MODEM}`]: { modem: { generic: { 'signal-quality': quality, sim: SIM, state: 'connected' } } },
    [`-i ${SIM}`]: { sim: { properties: { iccid: '89860000000000000017' } } },
    [`-m ${MODEM} --location-get`]: { modem: { location: { gps: { ...gps, altitude: '--' } } } },
  };
  return async (program: string, args: readonly string[]) => {
    expect([program, args.at(-1)]).toEqual(['mmcli', '-J']);
    const answer = answers[args.slice(0, -1).join(' ')];
    return answer === undefined ? null : JSON.stringify(answer);
  };
}

test('ModemManager: quality as csq, the ICCID, and the position if GPS is on', async () => {
  const ICCID = '89860000000000000017';
  const none = { latitude: '--', longitude: '--' };
  const read = (value: string, gps = none, recent = 'yes') => byModemManager(mmcli({ recent, value }, gps))();
  expect(await read('58')).toEqual({ csq: 18, ICCID });
  expect(await read('0')).toEqual({ csq: 0, ICCID });
  expect(await read('100')).toEqual({ csq: 31, ICCID });
  expect(await read('58', { latitude: '31.230400', longitude: '121.473700' })).toEqual({
    csq: 18,
    ICCID,
    position: { latitude: 31.2304, longitude: 121.4737 },
  });
  expect(await read('58', none, 'no')).toBeNull();
  expect(await read('--')).toBeNull();
});

test('without mmcli or a modem, or with invalid output, there is no reading', async () => {
  for (const text of [null, '', 'not JSON', '{}', '{"modem-list":[]}', '{"modem-list":[1]}', '[]', 'null'])
    expect(await byModemManager(async () => text)()).toBeNull();
  // Modem of this machine: there is an answer with and without one.
  const own = await byModemManager()();
  expect(own === null || (own.csq >= 0 && own.csq <= 31)).toBe(true);
});

test.each([
  ['18', { csq: 18 }],
  [' 0\n', { csq: 0 }],
  ['\r\n+CSQ: 23,99\r\n\r\nOK\r\n', { csq: 23 }],
  ['+CSQ: 99,99', null],
  ['99', null],
  ['12.5', null],
  ['', null],
  ['strong', null],
  ['{"csq": 31}', { csq: 31 }],
  [
    '{"csq": "7", "latitude": -33.9, "longitude": 18.4}',
    { csq: 7, position: { latitude: -33.9, longitude: 18.4 } },
  ],
  ['{"csq": 7, "latitude": 120, "longitude": 18.4, "ICCID": "x"}', { csq: 7 }],
  ['{"csq": 7, "ICCID": "8986001234567890123F"}', { csq: 7, ICCID: '8986001234567890123F' }],
  ['{"csq": 32}', null],
  ['{}', null],
])('a file or command that says %j is read', (text, reading) => {
  expect(readReading(text)).toEqual(reading);
});

test('--signal selects a file, a command, the modem or off', async () => {
  const path = join(folder, 'csq');
  writeFileSync(path, '+CSQ: 12,0');
  expect(await modemOf(`file:${path}`)?.()).toEqual({ csq: 12 });
  expect(await modemOf(`file:${path}-not-there`)?.()).toBeNull();
  expect(await modemOf('run:echo 21')?.()).toEqual({ csq: 21 });
  expect(await modemOf('run:exit 3')?.()).toBeNull();
  expect(modemOf('off')).toBeNull();
  for (const wrong of ['', 'file:', 'serial', 'run']) expect(modemOf(wrong)).toBeUndefined();
});

test('each terminal sends a reading once, after its welcome', async () => {
  const watch = new ModemWatch(async () => ({ csq: 18, ICCID: '8986' }));
  await watch.read();
  expect(watch.ICCID).toBe('8986');
  const sent: unknown[] = [];
  const terminal = (phase: string) => ({
    session: { phase, sendMessage: (message: unknown) => sent.push(message) },
  });
  const [here, away] = [terminal('welcomed'), terminal('waiting')];
  const end = watch.send([here, away] as never);
  expect(sent).toEqual([{ type: 'signal', csq: 18 }]);
  away.session.phase = 'welcomed';
  await expect.poll(() => sent.length).toBe(2);
  end();
});
