import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import type { TerminalLive } from '../../../contract/entities/terminals/terminal.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import type { Faults } from '../../../server/site/faults/faults.ts';
import { defaultTimes, watchTerminals } from '../../../server/site/faults/terminalFaults.ts';
import { GroupIndex, seenOf } from '../../../server/site/groups/groupIndex.ts';
import { terminalSource } from '../../../server/site/groups/memberSource.ts';
import { stateOf } from '../../../server/site/history/collector.ts';
import { createDevices } from '../../../server/site/terminals/devices.ts';
import type { Devices } from '../../../server/site/terminals/devicesApi.ts';
import { Directory } from '../../../server/site/terminals/directory.ts';
import type { TerminalEvents, TerminalLink } from '../../../server/site/terminals/gateway/terminals.types.ts';
import type { TerminalRow } from '../../../server/site/terminals/terminal.repository.ts';
import { createZoneCounts } from '../../../server/site/terminals/zoneCounts.ts';
import type { Zones } from '../../../server/site/zones/zones.ts';

const RELAY = 3;
const [BEHIND, DIRECT, PANEL] = [7, 8, 9];
const hub = createLiveHub();

let devices: Devices;
let events: Partial<TerminalEvents>;
let open: Set<string>;
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  open = new Set();
  const directory = new Directory();
  const put = (id: number, kind: string, relay_id: number | null) =>
    directory.put({
      ...{ id, org: 1, kind, role: 0, code: `A-${id}`, name: 'Hall', dev_name2: '', ao_volume: 80 },
      ...{ ai_volume: 80, call_number: '', rev: 1, details: {}, features: [], last_login_time: 1, relay_id },
    } as unknown as TerminalRow);
  put(BEHIND, 'device', RELAY);
  put(DIRECT, 'device', null);
  put(PANEL, 'fire_control_device', RELAY);
  devices = createDevices(directory, (kind) => hub.topic<TerminalLive>(kind));
  const faults = {
    open: ({ kind, subject }: { kind: string; subject: string }) => open.add(`${kind} ${subject}`),
    resolve: (kind: string, subject: string) => open.delete(`${kind} ${subject}`),
    onTerminal: () => () => {},
    allOpen: () => [],
  };
  const gateway = {
    subscribe(given: Partial<TerminalEvents>) {
      events = given;
      return () => {};
    },
  };
  end = watchTerminals({ faults, gateway, devices, directory } as unknown as Parameters<
    typeof watchTerminals
  >[0] & { faults: Faults });
  for (const id of [BEHIND, DIRECT, PANEL]) linked(id, true);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

function linked(id: number, isOnline: boolean): void {
  const link = { terminalId: id, reportAgeMs: 0 } as TerminalLink;
  if (isOnline) devices.handlers.online(link);
  else devices.handlers.offline(id);
  if (isOnline) events.online?.(link);
  else events.offline?.(id);
}
const reasonOf = (id: number) => devices.get(id)?.doing().reason;

test('terminals behind a lost relay say so and open no fault of their own; other terminals do', () => {
  for (const id of [BEHIND, DIRECT, PANEL]) linked(id, false);
  devices.setLostRelays(new Map([[RELAY, 'North house']]));
  vi.advanceTimersByTime(defaultTimes.returnMs * 2);
  expect([...open]).toEqual([`terminal_lost ${DIRECT}`]);
  expect(reasonOf(BEHIND)).toEqual({ key: 'behind_relay', params: { relay: 'North house' } });
  expect(hub.topic<TerminalLive>('device').get(BEHIND)?.reason.key).toBe('behind_relay');
  expect(reasonOf(DIRECT)?.key).toBe('offline');
});

test('a terminal that does not come back with its relay is lost; one that does is not', () => {
  for (const id of [BEHIND, PANEL]) linked(id, false);
  devices.setLostRelays(new Map([[RELAY, 'North house']]));
  vi.advanceTimersByTime(60_000);
  devices.setLostRelays(new Map());
  expect(reasonOf(PANEL)?.key).toBe('offline');
  linked(BEHIND, true);
  vi.advanceTimersByTime(defaultTimes.relayBackMs);
  expect([...open]).toEqual([`fire_device_lost ${PANEL}`]);
});

test('a terminal that was lost before its relay keeps its fault', () => {
  linked(BEHIND, false);
  vi.advanceTimersByTime(defaultTimes.lostMs);
  devices.setLostRelays(new Map([[RELAY, 'North house']]));
  expect([...open]).toEqual([`terminal_lost ${BEHIND}`]);
});

test('zones and the history count terminals behind a lost relay apart from those that are offline', () => {
  const topic = hub.topic<PartitionLive>('partition');
  const zones = { all: () => [{ id: 1 }], ancestors: (id: number) => [id], onChange: () => () => {} };
  createZoneCounts(zones as unknown as Zones, devices, topic);
  const counts = () => {
    vi.runAllTicks();
    vi.advanceTimersByTime(1);
    const { online, offline, behind_relay } = topic.get(1) ?? {};
    return { online, offline, behind_relay };
  };
  const historyOf = (id: number) => {
    const device = devices.get(id);
    return device && stateOf(device);
  };
  for (const id of [BEHIND, DIRECT]) linked(id, false);
  expect(counts()).toEqual({ online: 1, offline: 2, behind_relay: 0 });
  devices.setLostRelays(new Map([[RELAY, 'North house']]));
  expect(counts()).toEqual({ online: 1, offline: 1, behind_relay: 1 });
  expect([historyOf(BEHIND), historyOf(DIRECT)]).toEqual(['behind_relay', 'offline']);
  devices.setLostRelays(new Map());
  expect(counts()).toEqual({ online: 1, offline: 2, behind_relay: 0 });
});

test('groups count terminals behind a lost relay apart from those that are offline', () => {
  const source = terminalSource(devices);
  const index = new GroupIndex(source.placeOf, () => {});
  source.subscribe((id, before, after) => index.moved(id, before, after));
  index.set({ id: 1, members: [BEHIND, DIRECT, PANEL] });
  const counts = () => seenOf(index.counts(1), { all: true });
  for (const id of [BEHIND, DIRECT]) linked(id, false);
  expect(counts()).toEqual({ online: 1, offline: 2, behind_relay: 0, whole: true });
  devices.setLostRelays(new Map([[RELAY, 'North house']]));
  expect(counts()).toEqual({ online: 1, offline: 1, behind_relay: 1, whole: true });
  linked(PANEL, false);
  expect(counts()).toEqual({ online: 0, offline: 1, behind_relay: 2, whole: true });
  devices.setLostRelays(new Map());
  linked(BEHIND, true);
  expect(counts()).toEqual({ online: 1, offline: 2, behind_relay: 0, whole: true });
});
