import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '../../contract/api/envelope.ts';
import type { Partition } from '../../contract/entities/site/partition.ts';
import type { MediaFile } from '../../contract/entities/sound/file.ts';
import type { Device, FoundTerminal } from '../../contract/entities/terminals/device.ts';
import { writeAlarmPlan } from './alarm.ts';
import { type Call, login } from './api.ts';
import { writeSitePlans } from './drawnPlans.ts';
import { music } from './music.ts';
import { writeTimetable } from './timetable.ts';

/** The sample site: schools, their buildings, and how many loudspeakers hang in each. */
const schools = [
  { name: 'S01 第一小学', code: 'S01', places: { 教学楼A: 8, 教学楼B: 6, 操场: 4, 食堂: 2 } },
  { name: 'S02 第二小学', code: 'S02', places: { 教学楼: 6, 操场: 3, 图书馆: 2 } },
  { name: 'S03 实验中学', code: 'S03', places: { 教学楼: 7, 实验楼: 4, 体育馆: 2 } },
  { name: 'S04 高级中学', code: 'S04', places: { 教学楼: 4, 宿舍: 2 } },
] as const;

/** The terminals that are no loudspeakers, by the codes that scripts/demo.mjs starts. */
const others: Record<string, { name: string; zone: string; settings?: object }> = {
  'DEMO-CAPTURER': {
    name: 'S03-体育馆-采集器',
    zone: 'S03',
    settings: { channel_names: ['主席台', '无线话筒', '调音台', '走廊'] },
  },
  'DEMO-TTS': { name: '语音合成 1', zone: 'S01' },
  'DEMO-FIRE': {
    name: 'F01 消防主机',
    zone: 'S01',
    settings: {
      delayTriggerTime: 10,
      inputs: ['1F 手报', '2F 烟感', '3F 烟感', '厨房温感'].map((name) => ({
        name,
        contact: 'normally_open',
        debounce_ms: 50,
        supervised: true,
      })),
      output_names: ['门禁释放', '电梯迫降'],
    },
  },
};

/** Device groups, and the places whose loudspeakers are in them, whichever the school. */
const groups: Record<string, readonly string[]> = {
  室外音柱: ['操场'],
  考场: ['教学楼', '实验楼'],
  食堂与宿舍: ['食堂', '宿舍'],
};

/** Fills an empty server through its API, as its users would. Every call that fails is an error. */
export async function furnish(url: string, password: string, terminals: number): Promise<void> {
  const call = await login(url, password);
  const top = (await call<Page<Partition>>('GET', '/v1/partition')).rows.find(
    (zone) => zone.parent_id === null,
  );
  if (top === undefined) throw new Error('the site has no top zone');
  await call('PATCH', `/v1/partition/${top.id}`, { name: '临海学区' });

  const placements: { name: string; org: number }[] = [];
  const zones = new Map<string, number>();
  for (const school of schools) {
    const parent = await zone(call, school.name, school.code, top.id);
    zones.set(school.code, parent);
    for (const [index, [place, count]] of Object.entries(school.places).entries()) {
      const org = await zone(call, place, `${school.code}-${index + 1}`, parent);
      for (let n = 1; n <= count; n++) placements.push({ name: `${school.code}-${place}-${n}`, org });
    }
  }

  const all = await waitFor(async () => {
    const { rows: waiting } = await call<Page<FoundTerminal>>('GET', '/v1/terminal_found?limit=1000');
    return waiting.length >= terminals + Object.keys(others).length ? waiting : undefined;
  });
  const found = all.filter((one) => one.kind === 'device');
  found.sort((a, b) => a.code.localeCompare(b.code));
  for (const [i, placement] of placements.entries()) {
    const terminal = found[i];
    if (terminal !== undefined) await call('POST', `/v1/terminal_found/${terminal.id}/adopt`, placement);
  }

  for (const { id, code, kind } of all) {
    const other = others[code];
    if (other === undefined) continue;
    const adoption = { name: other.name, org: zones.get(other.zone) ?? top.id };
    const adopted = await call<{ id: number }>('POST', `/v1/terminal_found/${id}/adopt`, adoption);
    if (other.settings !== undefined) await call('PATCH', `/v1/${kind}/${adopted.id}`, other.settings);
    if (kind === 'xtts')
      await call('POST', '/v1/sys/tts_license', { action: 'grant', id: adopted.id, licenses: 2 });
  }

  const group = await call<{ id: number }>('POST', '/v1/file_group', { name: '校园铃声与音乐' });
  const files = new Map<string, number>();
  for (const [key, piece] of Object.entries(music)) {
    const form = new FormData();
    form.append('file', new Blob([piece.make()]), piece.name);
    const { files: taken } = await call<{ files: { file: MediaFile | null; message: string }[] }>(
      'POST',
      `/v1/file/upload?group_id=${group.id}`,
      form,
    );
    const file = taken[0]?.file;
    if (file == null) throw new Error(`${piece.name}: ${taken[0]?.message}`);
    files.set(key, file.id);
  }
  await waitFor(async () => {
    const { rows } = await call<Page<MediaFile>>('GET', '/v1/file');
    return rows.every((row) => row.build_status === 'built') || undefined;
  });

  const { rows: devices } = await call<Page<Device>>('GET', '/v1/device?limit=1000');
  const at = (prefix: string) =>
    devices.filter((each) => each.name.startsWith(prefix)).map((each) => each.id);
  for (const [name, places] of Object.entries(groups)) {
    const members = devices.filter((each) => places.some((place) => each.name.includes(place)));
    await call('POST', '/v1/device_group', { name, device_ids: members.map((each) => each.id) });
  }
  await writeTimetable(call, files, zones, new Date());
  await writeAlarmPlan(call, zones);
  await writeSitePlans(call, zones);
  const common = { audio_source: 0, loop: 1 };
  await call('POST', '/v1/task', {
    ...common,
    name: '课间音乐',
    files: [files.get('calm')],
    orgs: [zones.get('S01'), zones.get('S02')],
    priority: 20,
  });
  await call('POST', '/v1/task', {
    ...common,
    name: '大课间操',
    files: [files.get('march'), files.get('bell')],
    devices: at('S01-操场'),
    priority: 60,
  });
  await call('POST', '/v1/task', {
    name: '教务处通知',
    audio_source: 1,
    textContent: '各位老师请注意，今天下午三点在会议室召开教务会议，请准时参加。',
    loop: 1,
    interval_time: 5,
    devices: at('S03-教学楼'),
    priority: 70,
  });
}

async function zone(call: Call, name: string, code: string, parent: number): Promise<number> {
  return (await call<Partition>('POST', '/v1/partition', { name, code, parent_id: parent })).id;
}

/** Asks five times a second until there is an answer; gives up after ten minutes. */
async function waitFor<T>(read: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 3_000; tries++) {
    const answer = await read();
    if (answer !== undefined) return answer;
    await pause(200);
  }
  throw new Error('the sample site did not become ready');
}
