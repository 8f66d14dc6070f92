import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openTalker, talkTicket } from './consoleTalker.ts';
import { startTalkSite, type TalkSite } from './talkSite.ts';

/** Console microphone at `/v1/talk`: tickets, permissions and revocation. */
let site: TalkSite;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  site = await startTalkSite();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
  site.stopTerminals();
});
afterAll(() => site.close());

const wait = { timeout: 60_000 };
const ticket = (token: string) => talkTicket(site, token);
async function open(token: string) {
  const talker = await openTalker(site, token);
  sockets.push(talker.socket);
  return talker;
}

const role = (name: string) => site.limited(name, site.top(), name.split('-')[0]);

test('each mode of talking requires its own permission; the operator may page, but not all-call', async () => {
  const zone = await site.zone('Rights');
  await site.speaker('R-1', zone);
  const operator = await open(await role('operator-1'));
  operator.start({ mode: 'all_call' });
  expect(await operator.next('talk.refused')).toMatchObject({ code: 'denied' });
  operator.start({ mode: 'emergency' });
  expect(await operator.next('talk.refused')).toMatchObject({ code: 'denied' });
  operator.start({ mode: 'page', targets: { orgs: [zone] } });
  const granted = await operator.next('talk.granted');
  expect(granted.targets).toBe(1);
  operator.start({ mode: 'page', targets: { orgs: [zone] } });
  expect(await operator.next('talk.refused')).toMatchObject({ code: 'busy' });
  const emergency = await open(await role('emergency-1'));
  emergency.start({ mode: 'all_call' });
  const call = await emergency.next('talk.granted');
  // Above everything, so it has the loudspeaker.
  await operator.next('talk.state');
  const rank = site.deps.broadcasting.engine.get(call.stream)?.claim.rank.weight ?? 0;
  expect(rank).toBeGreaterThanOrEqual(2_000_000);
});

test('a ticket is valid once, for a page of this server', async () => {
  const once = await ticket(site.token);
  const url = `ws://${site.host}/v1/talk?ticket=${once}`;
  const answers: number[] = [];
  const attempt = (headers: Record<string, string> = {}) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(url, { headers });
      sockets.push(socket);
      socket.on('open', () => resolve('open'));
      socket.on('unexpected-response', (_request, response) => {
        answers.push(response.statusCode ?? 0);
        resolve('refused');
      });
      socket.on('error', () => resolve('refused'));
    });
  expect(await attempt({ origin: 'https://evil.example' })).toBe('refused');
  expect(await attempt()).toBe('open');
  expect(await attempt()).toBe('refused');
  expect(answers).toEqual([403, 401]);
});

test('a talk outside the zones of the account is refused, and a revoked zone ends the talk', async () => {
  const [own, other] = [await site.zone('Mine'), await site.zone('Theirs')];
  await site.speaker('M-1', own);
  await site.speaker('T-1', other);
  const caller = await open(await site.limited('operator-2', own, 'operator'));
  caller.start({ targets: { orgs: [other] } });
  expect(await caller.next('talk.refused')).toMatchObject({ code: 'targets' });
  caller.start({ targets: { all: true } });
  const { stream, targets } = await caller.next('talk.granted');
  expect(targets).toBe(1);
  caller.speak(stream);
  await site.database.pool.query(
    "update account_partition set partition_id = $1 where account_id = (select id from account where code = 'operator-2')",
    [other],
  );
  // Detected even without a notification: the server checks by itself.
  expect(await caller.next('talk.ended')).toMatchObject({ stream, reason: 'denied' });
  expect(caller.state.closed).toBe(false);
});

test('the end of the permission or the login ends socket and broadcast', async () => {
  const zone = await site.zone('Ends');
  await site.speaker('E-1', zone);
  const token = await site.limited('operator-3', zone, 'operator');
  const caller = await open(token);
  caller.start({});
  const { stream } = await caller.next('talk.granted');
  caller.speak(stream);
  expect(site.deps.broadcasting.engine.get(stream)).toBeDefined();
  await site.post('/v1/logout', {}, token);
  await expect.poll(() => caller.state.closed, wait).toBe(true);
  await expect.poll(() => site.deps.broadcasting.engine.get(stream), wait).toBeUndefined();
  const stored = async () =>
    (await site.database.pool.query('select end_reason from broadcast where id = $1', [stream])).rows[0];
  await expect.poll(stored, wait).toMatchObject({ end_reason: expect.stringMatching(/source|stopped/) });
});

test('an invalid message closes the socket', async () => {
  for (const nonsense of ['{"type":"no"}', 'x', Buffer.from([1, 2, 3])]) {
    const caller = await open(site.token);
    caller.socket.send(nonsense);
    await expect.poll(() => caller.state.closed, wait).toBe(true);
  }
});
