import { beforeEach, describe, expect, test } from 'vitest';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import { report as reportSchema } from '../../../../contract/protocol/terminal.ts';
import { createLiveHub } from '../../../../server/platform/live/hub.ts';
import { createDevices } from '../../../../server/site/terminals/devices.ts';
import type { Devices } from '../../../../server/site/terminals/devicesApi.ts';
import { Directory } from '../../../../server/site/terminals/directory.ts';
import type { Playing } from '../../../../server/site/terminals/gateway/playingState.ts';
import type { TerminalLink } from '../../../../server/site/terminals/gateway/terminals.types.ts';
import type { TerminalRow } from '../../../../server/site/terminals/terminal.repository.ts';

const ID = 7;
const SILENCE_DB = -120;

let devices: Devices;
let now: number;
let heard: DeviceLive['sound'][];
const hub = createLiveHub();
const row = () => hub.topic<TerminalLive>('device').get(ID);
const mediaUs = () => now * 1000;

/** Loud programme that began 20 s before the test and has been sent for 2 s ahead. */
const loud: Playing = {
  ...{ task_id: 5, tasks: 'Alarm', play_status: 2, reason: { key: 'playing', params: {} } },
  nowUs: mediaUs,
  levelAt: (us) => (us > mediaUs() - 4_000_000 && us < mediaUs() + 2_000_000 ? -16 : null),
};

beforeEach(() => {
  now = 100_000;
  heard = [];
  let reportedAt = now;
  const directory = new Directory();
  directory.put({
    ...{ id: ID, org: 1, kind: 'device', role: 0, code: 'A-1', name: 'Hall', dev_name2: '', ao_volume: 80 },
    ...{ ai_volume: 80, call_number: '', rev: 1, details: {}, features: ['decode'], last_login_time: 1 },
  } as unknown as TerminalRow);
  devices = createDevices(
    directory,
    (kind) => hub.topic<TerminalLive>(kind),
    () => now,
  );
  devices.subscribe({ sound: (_id, sound) => heard.push(sound) });
  const link = {
    terminalId: ID,
    get reportAgeMs() {
      return now - reportedAt;
    },
  };
  send = (fields) => {
    reportedAt = now;
    const usual = { state: 'playing', stream: 5, position_us: mediaUs(), received: now / 20, buffer_ms: 900 };
    devices.handlers.report(ID, reportSchema.parse({ type: 'report', ...usual, ...fields }));
  };
  devices.handlers.online(link as TerminalLink);
});
let send: (fields: object) => void;

/** Sends a report each second, with a sweep of the gateway twice a second. */
function reports(seconds: number, fields: () => object): void {
  for (let i = 0; i < 2 * seconds; i++) {
    if (i % 2 === 0) send(fields());
    now += 500;
    devices.handlers.swept();
  }
}

const silent = { level_db: SILENCE_DB };
const absurd = Number.MAX_SAFE_INTEGER;

describe('a loudspeaker without sound is silent at last, whatever its reports leave out or say', () => {
  test.each<[string, () => object]>([
    ['everything in order', () => silent],
    ['no position', () => ({ ...silent, position_us: null })],
    ['a position far ahead', () => ({ ...silent, position_us: mediaUs() + 3_600_000_000 })],
    ['a position just ahead', () => ({ ...silent, position_us: mediaUs() + 900_000 })],
    ['a negative position', () => ({ ...silent, position_us: -5 })],
    ['a position before the stream', () => ({ ...silent, position_us: mediaUs() - 60_000_000 })],
    ['a position that stands still', () => ({ ...silent, position_us: 100_000_000 })],
    ['no level, after reports with a level', () => (now < 102_000 ? silent : {})],
    ['no received packets', () => ({ received: 0 })],
    ['absurd counts', () => ({ ...silent, received: absurd, lost: absurd, late: absurd, position_us: null })],
    ['absurd gaps', () => ({ ...silent, gaps: absurd, missed_ms: absurd, position_us: null })],
    ['no buffer, late packets', () => ({ ...silent, late: 9, buffer_ms: undefined, position_us: null })],
    ['an absurd buffer', () => ({ ...silent, buffer_ms: -1e300, late: 9, position_us: null })],
    ['stored sound', () => ({ ...silent, kept: true, position_us: null })],
    ['the lowest volume', () => ({ ...silent, volume: 0.01, position_us: null })],
    ['volume 1', () => ({ ...silent, volume: 1 })],
    ['volume 0', () => ({ ...silent, volume: 0, position_us: null })],
    ['no stream', () => ({ ...silent, stream: null, position_us: null })],
    [
      'its stream among others',
      () => ({ ...silent, stream: 4, other_streams: [{ stream: 5, sounding: true }], position_us: null }),
    ],
    ['another stream only', () => ({ level_db: -20, stream: 4 })],
    ['not synchronised', () => ({ state: 'unsynced' })],
  ])('%s', (_name, fields) => {
    devices.setPlaying(ID, loud);
    send({ level_db: -20 });
    reports(14, fields);
    expect(row()).toMatchObject({ sound: 'silent' });
    expect(heard.at(-1)).toBe('silent');
    reports(20, fields);
    expect(heard.filter((sound) => sound === 'silent')).toHaveLength(1);
  });
});

test('reports without a position: unknown after 3 s, silent after 6 s, and heard again with a level', () => {
  devices.setPlaying(ID, loud);
  reports(1, () => ({ level_db: -20 }));
  expect(heard).toEqual(['ok']);
  const lacking = () => ({ ...silent, position_us: null });
  reports(2, lacking);
  expect(heard).toEqual(['ok']);
  reports(1, lacking);
  expect(row()).toMatchObject({ sound: 'unknown', level_db: null, reason: { key: 'no_report' } });
  reports(3, lacking);
  expect(row()).toMatchObject({ sound: 'silent', reason: { key: 'no_report' } });
  reports(1, () => ({ level_db: -20, position_us: null }));
  expect(row()).toMatchObject({ sound: 'ok', level_db: -20, reason: { key: 'playing' } });
});

test('in an alarm it is unknown after 2 s and silent after 4 s', () => {
  devices.setPlaying(ID, { ...loud, isUrgent: true });
  const lacking = () => ({ ...silent, position_us: null });
  reports(3, lacking);
  expect(heard.at(-1)).toBe('unknown');
  reports(2, lacking);
  expect(heard).toEqual(['ok', 'unknown', 'silent']);
});

test('an amplifier that stays off is silent in an alarm, with that reason, and misses nothing else', () => {
  devices.setPlaying(ID, loud);
  reports(10, () => ({ state: 'idle', powered: false }));
  expect(row()).toMatchObject({ sound: 'none', reason: { key: 'off' } });
  devices.setPlaying(ID, { ...loud, task_id: 6, isUrgent: true });
  reports(4, () => ({ state: 'idle', powered: false }));
  expect(row()).toMatchObject({ sound: 'silent', reason: { key: 'off' } });
});

test('a quiet passage, and a level that the server does not know, are no fault; a meter is not required', () => {
  devices.setPlaying(ID, { ...loud, levelAt: () => -80 });
  reports(10, () => silent);
  devices.setPlaying(ID, { ...loud, task_id: 6, levelAt: () => null });
  reports(10, () => ({ ...silent, stream: 6 }));
  // Programme that volume 1 lowers to digital silence.
  devices.setPlaying(ID, { ...loud, task_id: 8, levelAt: () => -35 });
  reports(10, () => ({ ...silent, stream: 8, volume: 1 }));
  devices.handlers.offline(ID);
  devices.handlers.online({ terminalId: ID, reportAgeMs: 0 } as TerminalLink);
  devices.setPlaying(ID, { ...loud, task_id: 9 });
  reports(10, () => ({ stream: 9, position_us: null }));
  expect(row()).toMatchObject({ sound: 'ok' });
  expect(heard).not.toContain('silent');
  expect(heard).not.toContain('unknown');
});
