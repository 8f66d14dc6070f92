import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ToConsole } from '../../../contract/api/live.ts';
import { createIdle } from '../../../server/platform/auth/idle.ts';
import { type EmergencySite, startEmergencySite } from '../emergency/emergencySite.ts';

const MINUTE = 60_000;
/** Header by which the console identifies itself. */
const web = { 'request-type': 'web' };

let now = 0;
let site: EmergencySite;
/** Login of the administrator of the tests. */
let admin: number;
const open: WebSocket[] = [];
beforeAll(async () => {
  site = await startEmergencySite({ idleNow: () => now });
  admin = (await site.deps.callers.fromToken(site.token)).sessionId;
});
beforeEach(() => set(10));
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});
afterAll(() => site.close());

const request = (method: string, url: string, token: string, headers: Record<string, string> = web) =>
  site.call(method, url, { token, headers });
const set = async (idle_minutes: number) => {
  // The administrator of the tests is a program.
  await site.call('PATCH', '/v1/sys/config', { token: site.token, body: { idle_minutes } });
  await site.deps.idle.look();
};
/** Advances the clock in steps, with a check after each; the administrator of the tests stays active. */
async function pass(ms: number): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now = Math.min(end, now + MINUTE / 4);
    site.deps.idle.active(admin);
    await site.deps.idle.look();
  }
}
/** Login of a console, with the response that it gets now. */
async function browser() {
  const token = await site.login();
  // A login is counted from the first check that finds it.
  await site.deps.idle.look();
  const state = async () => {
    const { status, body } = await request('GET', '/v1/profile', token);
    return status === 200 ? 'there' : body.key;
  };
  return { token, state };
}
async function socketOf(token: string, headers: Record<string, string>) {
  const { body } = await request('POST', '/v1/socket/ticket', token, headers);
  const { ticket } = body.value as { ticket: string };
  const { port } = site.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/socket?ticket=${ticket}`);
  open.push(socket);
  const messages: ToConsole[] = [];
  socket.on('message', (data) => messages.push(JSON.parse(String(data)) as ToConsole));
  await expect.poll(() => messages.length).toBeGreaterThan(0);
  return messages;
}
const warnings = (messages: ToConsole[]) =>
  messages.flatMap((message) => (message.type === 'idle' ? [message.left_ms] : []));

test('an idle login is warned a minute before its end, and notified of the reason for its end', async () => {
  const idle = await browser();
  const messages = await socketOf(idle.token, web);
  await pass(8.75 * MINUTE);
  expect(warnings(messages)).toEqual([]);
  // Requests that read and socket connections do not count as activity.
  expect(await idle.state()).toBe('there');
  await pass(MINUTE / 4);
  await expect.poll(() => warnings(messages)).toEqual([MINUTE]);
  await pass(MINUTE);
  expect(await idle.state()).toBe('auth.idleEnded');
  await expect.poll(() => messages.at(-1)).toMatchObject({ type: 'ended', code: 998, key: 'auth.idleEnded' });
});

test('a login confirmed as active continues, and the warning is withdrawn in every tab', async () => {
  const one = await browser();
  const tabs = [await socketOf(one.token, web), await socketOf(one.token, web)];
  await pass(9.5 * MINUTE);
  for (const tab of tabs) await expect.poll(() => warnings(tab)).toEqual([MINUTE]);
  // A tab opened during the warning gets it as well.
  const late = await socketOf(one.token, web);
  await expect.poll(() => warnings(late)).toEqual([MINUTE / 2]);
  expect((await request('POST', '/v1/profile/active', one.token)).status).toBe(200);
  for (const tab of [...tabs, late]) await expect.poll(() => warnings(tab).at(-1)).toBeNull();
  await pass(9.75 * MINUTE);
  expect(await one.state()).toBe('there');
  // A request that changes something counts as activity, too.
  await request('PATCH', '/v1/profile', one.token);
  await pass(9.75 * MINUTE);
  expect(await one.state()).toBe('there');
  await pass(MINUTE / 2);
  expect(await one.state()).toBe('auth.idleEnded');
});

test('a program stays logged in while it sends requests or is connected', async () => {
  const [polling, connected] = [await browser(), await browser()];
  await socketOf(connected.token, {});
  for (let turn = 0; turn < 3; turn++) {
    await request('GET', '/v1/role', polling.token, {});
    await pass(9 * MINUTE);
  }
  expect([await polling.state(), await connected.state()]).toEqual(['there', 'there']);
  for (const socket of open.splice(0)) socket.terminate();
  await expect
    .poll(async () => {
      await pass(11 * MINUTE);
      return connected.state();
    })
    .toBe('auth.idleEnded');
});

test('no login ends during an alarm, and the duration of the alarm does not count', async () => {
  const zone = await site.zone('House');
  const hall = await site.adopted('HALL', zone);
  const files = [await site.file('Leave', 4)];
  const linkage = await site.linkage({ files, devices: [hall.id], org: zone });
  const plan = await site.plan({ linkage_task_ids: [linkage], org: zone });
  const one = await browser();
  await pass(9.5 * MINUTE);
  await site.value('POST', `/v1/alarm_plan/${plan}/start`, {});
  await pass(30 * MINUTE);
  expect(await one.state()).toBe('there');
  await site.value('POST', `/v1/alarm_plan/${plan}/stop`);
  await expect.poll(() => [...site.deps.emergency.alarms.all()]).toEqual([]);
  await pass(9.75 * MINUTE);
  expect(await one.state()).toBe('there');
  await pass(MINUTE / 2);
  expect(await one.state()).toBe('auth.idleEnded');
});

test('a shorter limit applies from when it is set, and without a limit no login ends', async () => {
  await set(0);
  const one = await browser();
  await pass(300 * MINUTE);
  await set(2);
  await pass(1.75 * MINUTE);
  expect(await one.state()).toBe('there');
  await set(0);
  await pass(10 * MINUTE);
  expect(await one.state()).toBe('there');
});

describe('without a server', () => {
  const made = (logins: () => Promise<number[]>, isPaused = () => false) => {
    const over: number[] = [];
    const idle = createIdle({
      ...{ now: () => now, minutes: () => 10, isPaused, changed() {} },
      logins: async () => (await logins()).filter((id) => !over.includes(id)),
      async end(ids) {
        over.push(...ids);
      },
    });
    return { idle, over };
  };

  test('speech and long requests count as activity', async () => {
    const { idle, over } = made(async () => [1, 2]);
    await idle.look();
    const release = idle.hold(1);
    for (let turn = 0; turn < 3; turn++) {
      now += 9.5 * MINUTE;
      await idle.look();
    }
    expect(over).toEqual([2]);
    release();
    release();
    now += 9.5 * MINUTE;
    await idle.look();
    expect(idle.leftMs(1)).toBe(MINUTE / 2);
    now += MINUTE;
    await idle.look();
    expect(over).toEqual([2, 1]);
  });

  test('no login ends while the database is unreachable, nor at once after it', async () => {
    let isAway = false;
    const { idle, over } = made(async () => {
      if (isAway) throw new Error('no database');
      return [1];
    });
    await idle.look();
    isAway = true;
    now += 20 * MINUTE;
    await idle.look();
    isAway = false;
    now += 9.75 * MINUTE;
    await idle.look();
    await idle.look();
    expect(over).toEqual([]);
  });

  test('no login ends without a warning, even after a late check', async () => {
    const { idle, over } = made(async () => [1]);
    const warned: (number | null)[] = [];
    idle.onWarning((_, leftMs) => warned.push(leftMs));
    await idle.look();
    now += 60 * MINUTE;
    await idle.look();
    expect([over, warned]).toEqual([[], [0]]);
    await idle.look();
    expect(over).toEqual([1]);
  });
});
