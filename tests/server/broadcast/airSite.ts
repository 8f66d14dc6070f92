import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  BroadcastLive,
  BroadcastTargetRow,
  TaskDryRun,
} from '../../../contract/entities/tasks/broadcast.ts';
import { PACKET_US, PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { startSite } from '../terminals/site.ts';

/** Starts the whole server with files that are built already: packets hold the file's id and their number. */
export async function startAirSite(
  more: Parameters<typeof startSite>[2] = {},
  faultTimes: Parameters<typeof startSite>[1] = {},
) {
  const site = await startSite({}, faultTimes, more);
  const { pool } = site.database;
  const as = (token: string) => ({
    start: (body: object) => site.post('/v1/task', { name: 'Music', audio_source: 0, ...body }, token),
    act: (id: number, action: string, body?: object) =>
      site.call('POST', `/v1/task/${id}/${action}`, body === undefined ? { token } : { token, body }),
    files: (id: number, files: number[]) =>
      site.call('PUT', `/v1/task/${id}/files`, { token, body: { files } }),
    get: (path: string) => site.call('GET', path, { token }),
  });

  return {
    ...site,
    as,
    ...as(site.token),
    live: (id: number) => site.deps.live.topic<BroadcastLive>('task').get(id),
    async file(name: string, seconds: number): Promise<number> {
      const packets = Math.round((seconds * 1e6) / PACKET_US);
      const { rows } = await pool.query<{ id: number }>(
        `insert into file (name, original_name, size, sha256, duration_ms, build_status)
         values ($1, $1, 1, '', $2, 'built') returning id`,
        [name, seconds * 1000],
      );
      const id = rows[0]?.id ?? 0;
      const bytes = Buffer.alloc(packets * PROGRAMME_PACKET_BYTES);
      for (let i = 0; i < packets; i++) {
        bytes.writeUInt32BE(id, i * PROGRAMME_PACKET_BYTES);
        bytes.writeUInt32BE(i, i * PROGRAMME_PACKET_BYTES + 4);
      }
      const folder = join(site.deps.env.DATA_DIR, 'media', 'file', String(id), 'programme');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'programme.opk'), bytes);
      const { library } = site.deps.media.files;
      for (const row of await library.itemsOf([id])) library.publish(row);
      return id;
    },
    async started(body: object, token = site.token): Promise<number> {
      const answer = await as(token).start(body);
      if (answer.body.code !== 200) throw new Error(`not started: ${answer.body.message}`);
      return (answer.body.value as { id: number }).id;
    },
    async targets(id: number, token = site.token): Promise<BroadcastTargetRow[]> {
      const answer = await as(token).get(`/v1/task/${id}/target`);
      return (answer.body.value as { rows: BroadcastTargetRow[] }).rows;
    },
    async dryRun(body: object): Promise<TaskDryRun> {
      const answer = await site.post('/v1/task/dry_run', { name: 'Dry', audio_source: 0, ...body });
      if (answer.body.code !== 200) throw new Error(answer.body.message);
      return answer.body.value;
    },
  };
}
export type AirSite = Awaited<ReturnType<typeof startAirSite>>;

/** Packets that a terminal was sent, as `file:number` by their media time. */
export function packetsOf(client: TerminalClient): Map<number, string> {
  const found = new Map<number, string>();
  for (const bytes of client.frames) {
    const frame = decodeAudioFrame(bytes);
    if (!frame) throw new Error('not an audio frame');
    for (const [i, packet] of frame.packets.entries()) {
      const view = Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength);
      found.set(frame.at_us + i * PACKET_US, `${view.readUInt32BE(0)}:${view.readUInt32BE(4)}`);
    }
  }
  return found;
}
