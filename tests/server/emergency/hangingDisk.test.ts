import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { type EmergencySite, openAt, startEmergencySite, until } from './emergencySite.ts';

/** Threads of libuv, for files, name lookups and hashing: the default number of a process. */
const POOL = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

let site: EmergencySite;
let dir: string;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tocsin-pool-'));
  site = await startEmergencySite();
});
afterAll(async () => {
  await site.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Blocks every thread by opening pipes without a writer. */
async function hangPool(): Promise<{ isHanging(): boolean; release(): Promise<void> }> {
  const pipes = Array.from({ length: POOL }, (_, i) => join(dir, `pipe-${i}`));
  spawnSync('mkfifo', pipes);
  const readers = pipes.map((pipe) => open(pipe, 'r'));
  let isDone = false;
  const behind = stat(dir).then(() => {
    isDone = true;
  });
  return {
    isHanging: () => !isDone,
    async release() {
      const writers = pipes.map((pipe) => openSync(pipe, 'w'));
      for (const reader of readers) await (await reader).close();
      for (const writer of writers) closeSync(writer);
      await behind;
    },
  };
}

test.skipIf(process.platform === 'win32')(
  'an alarm sounds though no file can be read: its message lies in memory',
  async () => {
    const zone = await site.zone('House');
    const hall = await site.adopted('HALL', zone);
    const panel = await site.adopted('PANEL', zone, 'fire_control_device');
    const song = await site.file('Leave', 4);
    const leave = await site.linkage({ name: 'Leave', files: [song], devices: [hall.id], org: zone });
    const plan = await site.plan({
      ...{ name: 'Smoke', org: zone, fire_control_device: panel.id },
      ...{ input_nums: [1], linkage_task_ids: [leave] },
    });
    const input = (active: boolean) =>
      panel.client.send({
        type: 'status',
        kind: 'fire_control_device',
        inputs: [{ input: 1, active, line: 'ok' }],
        outputs: [],
      });
    const alarms = () => site.deps.live.topic<AlarmLive>('alarm').snapshot();
    const isHeard = () =>
      hall.client.frames
        .flatMap((bytes) => decodeAudioFrame(bytes)?.packets ?? [])
        .some((packet) => packet.length >= 8 && Buffer.from(packet).readUInt32BE(0) === song);
    const sounds = async () => {
      input(true);
      await until('the message is heard', () => openAt(hall.client) !== null && isHeard());
    };
    // Once, so that the message is built.
    await sounds();
    input(false);
    await until('the input is normal', () => alarms()[0]?.active_inputs.length === 0);
    await site.call('POST', `/v1/alarm_plan/${plan}/stop`, { token: site.token });
    await until('it is over', () => alarms().length === 0);
    hall.client.frames.length = 0;

    const pool = await hangPool();
    try {
      await sounds();
      expect(pool.isHanging()).toBe(true);
    } finally {
      await pool.release();
    }
  },
);
