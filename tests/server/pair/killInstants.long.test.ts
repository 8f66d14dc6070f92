import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { AlarmRecord } from '../../../contract/entities/tasks/alarm.ts';
import { eventually } from '../../support/eventually.ts';
import { seeded } from '../../support/random.ts';
import type { TestServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { cutPower, following, loggedIn, serves, startAtPorts, startStandby, takeOver } from './pairSite.ts';

const ROUNDS = 4;
/** Latest time after the first sound, or the answer, at which the leader is killed, ms. */
const LATEST_MS = 40;

test('an alarm that was heard or answered goes on, whenever the leader is killed', async () => {
  const random = seeded();
  let leader = await startAtPorts();
  const { adminPassword } = leader;
  onTestFinished(() => leader.stop());
  let api = await loggedIn(leader);
  let standby = await startStandby(leader, api);
  onTestFinished(() => standby.stop());
  const socket = ({ url }: TestServer) => `${url.replace('http', 'ws')}/v1/terminal?lang=en`;
  const client = await TerminalClient.hello(socket(leader), { code: 'HALL' });
  await client.next('found');
  await api.adopt(['HALL']);
  const { secret } = await client.next('adopted');
  const { terminal } = await client.next('welcome');
  const hello = { code: 'HALL', secret };
  const tone = { audio_source: 1, textContent: 'Leave the building.', tone: 'evacuate' };
  const task = await api.post<{ id: number }>('/v1/linkage_task', {
    ...{ name: 'Leave', ...tone, devices: [terminal] },
  });
  const { id: plan } = await api.post<{ id: number }>('/v1/alarm_plan', {
    ...{ name: 'Fire', linkage_task_ids: [task.id], reset_time: 0 },
  });
  await following(api);
  client.socket.terminate();

  for (let round = 0; round < ROUNDS; round++) {
    // The first one at the moment itself.
    const instantMs = round === 0 ? 0 : Math.floor(random() * LATEST_MS);
    const hall = await TerminalClient.hello(socket(leader), hello);
    await hall.next('welcome');
    let isAnswered = false;
    const asked = api.post(`/v1/alarm_plan/${plan}/start`).then(
      () => {
        isAnswered = true;
      },
      () => {},
    );
    await hall.until(() => hall.frames.length > 0 || isAnswered, 'the alarm or an answer');
    if (instantMs > 0) await delay(instantMs);
    await cutPower(leader);
    await asked;
    const isHeard = hall.frames.length > 0;
    expect(await takeOver(standby)).toMatchObject({ code: 0 });
    await serves(standby);
    api = await loggedIn(standby, adminPassword);
    const running = async () => {
      const { rows } = await api.get<{ rows: AlarmRecord[] }>('/v1/alarm_record');
      return rows.filter(({ state }) => state === 'alarming').length;
    };
    process.stdout.write(
      `killed after ${instantMs} ms: heard ${isHeard}, answered ${isAnswered}, goes on ${await running()}\n`,
    );
    expect(await running()).toBe(1);
    const again = await TerminalClient.hello(socket(standby), hello);
    await again.until(() => again.frames.length > 0, 'the alarm');
    again.socket.terminate();
    await api.post(`/v1/alarm_plan/${plan}/stop`);
    await eventually(async () => expect(await running()).toBe(0));
    await leader.start();
    await following(api);
    [leader, standby] = [standby, leader];
  }
}, 600_000);
