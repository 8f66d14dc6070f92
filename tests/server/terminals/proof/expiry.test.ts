import { beforeEach, expect, test } from 'vitest';
import type { DeviceLive } from '../../../../contract/entities/terminals/device.ts';
import type { TerminalLive } from '../../../../contract/entities/terminals/terminal.ts';
import { type Report, report as reportSchema } from '../../../../contract/protocol/terminal.ts';
import { createLiveHub } from '../../../../server/platform/live/hub.ts';
import { createDevices } from '../../../../server/site/terminals/devices.ts';
import type { Devices } from '../../../../server/site/terminals/devicesApi.ts';
import { Directory } from '../../../../server/site/terminals/directory.ts';
import type { Playing } from '../../../../server/site/terminals/gateway/playingState.ts';
import type { TerminalLink } from '../../../../server/site/terminals/gateway/terminals.types.ts';
import type { TerminalRow } from '../../../../server/site/terminals/terminal.repository.ts';

const ID = 7;
const music: Playing = {
  task_id: 5,
  tasks: 'Music',
  play_status: 2,
  reason: { key: 'playing', params: {} },
  levelAt: () => -16,
};

let devices: Devices;
let now: number;
let reportedAt: number;
let heard: DeviceLive['sound'][];
const hub = createLiveHub();
const row = () => hub.topic<TerminalLive>('device').get(ID);

beforeEach(() => {
  now = 100_000;
  reportedAt = now;
  heard = [];
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
  devices.handlers.online(link as TerminalLink);
});

/** Advances time for the gateway: a sweep of all connections twice a second. */
function pass(ms: number): void {
  for (let left = ms; left > 0; left -= 500) {
    now += Math.min(left, 500);
    devices.handlers.swept();
  }
}
function sendReport(fields: Partial<Report> = {}): void {
  reportedAt = now;
  const report = { type: 'report', state: 'playing', stream: 5, level_db: -20, position_us: 1_000_000 };
  devices.handlers.report(ID, reportSchema.parse({ ...report, received: now, ...fields }));
}

test('a terminal without reports is unknown after 3 s and silent after 6, with its reason', () => {
  devices.setPlaying(ID, music);
  sendReport();
  expect(row()).toMatchObject({ sound: 'ok', level_db: -20, reason: { key: 'playing' } });
  pass(3000);
  expect(row()).toMatchObject({ sound: 'ok' });
  pass(500);
  expect(row()).toMatchObject({ sound: 'unknown', level_db: null, reason: { key: 'no_report' } });
  pass(3000);
  expect(row()).toMatchObject({ sound: 'silent', reason: { key: 'no_report' } });
  pass(60_000);
  expect(heard).toEqual(['ok', 'unknown', 'silent']);
  sendReport();
  expect(row()).toMatchObject({ sound: 'ok', level_db: -20, reason: { key: 'playing' } });
});

test('in an alarm it is unknown after 2 s and silent after 4 s', () => {
  devices.setPlaying(ID, { ...music, isUrgent: true });
  sendReport();
  pass(2500);
  expect(row()?.sound).toBe('unknown');
  pass(2000);
  expect(row()?.sound).toBe('silent');
});

test('a terminal without reports before its broadcast has the same time from its start', () => {
  pass(60_000);
  expect(row()?.sound).toBe('none');
  devices.setPlaying(ID, music);
  pass(3000);
  expect(heard).toEqual([]);
  pass(500);
  expect(heard).toEqual(['unknown']);
});

test('a silent terminal stays silent when its reports stop; an idle terminal misses nothing', () => {
  devices.setPlaying(ID, music);
  for (let i = 0; i < 4; i++) {
    sendReport({ level_db: -120 });
    pass(1000);
  }
  expect(row()).toMatchObject({ sound: 'silent', reason: { key: 'no_level' } });
  pass(20_000);
  expect(heard).toEqual(['ok', 'silent']);
  devices.setPlaying(ID, null);
  pass(20_000);
  expect(heard).toEqual(['ok', 'silent', 'none']);
  expect(row()?.reason.key).toBe('free');
});

test('recent loss is shown for ten seconds, with a fault while it is high, whatever was before', () => {
  const lossy: boolean[] = [];
  devices.subscribe({ lossy: (_id, isLossy) => lossy.push(isLossy) });
  devices.setPlaying(ID, music);
  let [received, lost] = [0, 0];
  const second = (missing: number) => {
    received += 50 - missing;
    lost += missing;
    sendReport({ received, lost });
    pass(1000);
  };
  for (let i = 0; i < 10; i++) second(30);
  expect(row()).toMatchObject({ lost_pct: 60, lossy: true, sound: 'ok' });
  for (let i = 0; i < 12; i++) second(0);
  expect(row()).toMatchObject({ lost_pct: 0, lossy: false });
  for (let i = 0; i < 5; i++) second(30);
  // Without reports it is unknown, and another fault follows.
  pass(4000);
  expect(row()).toMatchObject({ lost_pct: null, lossy: false, sound: 'unknown' });
  expect(lossy).toEqual([true, false, true, false]);
});

test('a lost terminal was playing only what it reported before the loss', () => {
  devices.setPlaying(ID, music);
  sendReport();
  devices.handlers.offline(ID);
  expect(row()?.reason).toMatchObject({ key: 'lost_while_playing', params: { task: 'Music' } });
  devices.setPlaying(ID, { ...music, task_id: 6, tasks: 'All-call' });
  expect(row()?.reason.key).toBe('offline');
  devices.setPlaying(ID, music);
  expect(row()?.reason.key).toBe('lost_while_playing');

  devices.handlers.online({ terminalId: ID, reportAgeMs: 0 } as TerminalLink);
  devices.handlers.offline(ID);
  expect(row()?.reason.key).toBe('offline');
});
