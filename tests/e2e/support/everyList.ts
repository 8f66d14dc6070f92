import { createTerminal } from '../../../terminal/headless/terminal.ts';
import { Recording } from '../../support/recording.ts';
import { write } from './database.ts';
import type { Hall } from './hall.ts';
import { tone } from './library.ts';

const kinds = { caster: 1, capturer: 2, xtts: 3, fire_control_device: 4, dialogue: 5 };
const input = { name: 'Door', contact: 'normally_open', debounce_ms: 20, supervised: false };
const details = JSON.stringify({ inputs: [input], output_names: ['Siren'] });

/** Writes rows that only devices or time produce, while the server is down. */
async function past(hall: Hall): Promise<void> {
  const values = Object.entries(kinds).flatMap(([kind, role]) =>
    [1, 2].map(
      (n) =>
        `('${kind}', ${role}, '${kind}-${n}', '${kind} ${n}', '', '${role === 4 ? details : '{}'}'::jsonb)`,
    ),
  );
  await write(
    hall.server,
    `insert into terminal (kind, role, code, name, secret_hash, details) values ${values.join(',')};
     update terminal set org = (select id from partition where parent_id is null);
     insert into record_file (record_type, name, caller_name, callee_name, began_at, duration_ms, size, channels,
       emergency, path) values ('call', 'Call', 'Gate', 'Office', 1700000000000, 1000, 1000, 1, false, 'none.wav');
     insert into upgrade_file (name, original_name, version, feature_code, size, sha256, signer_key, signature,
       build_status) values ('Firmware', 'firmware.bin', '2.0', 'aoip.p', 10, '', '', '', 'built');`,
  );
}

/**
 * Creates a selectable row in every list of the console. Returns a function that ends the terminal that waits
 * for adoption.
 * @param speakers adopted loudspeakers, as targets
 */
export async function fillEveryList(hall: Hall, speakers: readonly number[]): Promise<() => void> {
  const { api } = hall;
  await past(hall);
  // The server reads the written rows at its next start.
  await hall.server.end();
  await hall.server.start();
  await api.login('admin', hall.server.adminPassword);
  const idOf = async (path: string, body: object) => (await api.post<{ id: number }>(`/v1/${path}`, body)).id;
  const first = async (kind: string) =>
    (await api.get<{ rows: { id: number }[] }>(`/v1/${kind}`)).rows[0]?.id;
  const [song, panel] = [await api.upload('Song.wav', tone(2)), await first('fire_control_device')];
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const media = { audio_source: 0, files: [song], devices: speakers };
  const [bell] = [
    await idOf('scheduled_task', { ...media, name: 'Bell', start_date: day, start_time: '09:00:00' }),
    await idOf('scheduled_task', { ...media, name: 'Break', start_date: day, start_time: '10:00:00' }),
  ];
  const linkage = await idOf('linkage_task', { ...media, name: 'Leave' });
  const capturer = { capturer: await first('capturer'), capturer_channel: 1 };
  const url = 'http://office.test/hook';
  const webhook = { name: 'Office', kind: 'webhook_out', enabled: false, url, secret: 'b2ZmaWNl'.repeat(4) };
  const things: [string, object][] = [
    ['preset_text', { name: 'Closing', textContent: 'We close.' }],
    ['plan', { name: 'Term', start_date: day }],
    ['plan', { name: 'Holidays', start_date: day }],
    ['radio', { name: 'News', radio_url: 'http://radio.test/news.mp3' }],
    ['caster_group', { name: 'Gates' }],
    ['virtual_caster', { name: 'Gate', call_number: '70', ring: 'all', casters: [await first('caster')] }],
    ['capturer_task', { ...capturer, name: 'Hall', devices: speakers, priority: 0 }],
    ['alarm_plan', { name: 'Fire', linkage_task_ids: [linkage] }],
    ['quick_code', { code: '20', name: 'Ring', scheduled_task: bell }],
    ['integration', webhook],
    ['gpio_task', { name: 'Way in', fire_control_device: panel, input_nums: [1], scheduled_task: bell }],
  ];
  for (const [path, body] of things) await idOf(path, body);
  const stranger = createTerminal({
    server: hall.server.url,
    code: 'FOUND-1',
    listen: new Recording().listen,
  });
  return () => stranger.stop();
}
