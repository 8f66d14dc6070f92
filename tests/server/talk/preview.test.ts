import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AirPreview } from '../../../contract/entities/tasks/broadcast.ts';
import { TALK_STATE_MS } from '../../../contract/protocol/talk.ts';
import { openTalker } from './consoleTalker.ts';
import { startTalkSite, type TalkSite } from './talkSite.ts';

/** Counts of a talk, in the preview and while it runs, computed by the server for the current terminals. */
let site: TalkSite;
const talkers: Awaited<ReturnType<typeof openTalker>>[] = [];
beforeAll(async () => {
  site = await startTalkSite();
});
afterEach(() => {
  for (const { socket } of talkers.splice(0)) socket.terminate();
  site.stopTerminals();
});
afterAll(() => site.close());

async function open(token = site.token) {
  const talker = await openTalker(site, token);
  talkers.push(talker);
  return talker;
}
async function preview(body: object, token = site.token): Promise<AirPreview> {
  const answer = await site.post('/v1/talk/preview', { targets: {}, ...body }, token);
  if (answer.body.code !== 200) throw new Error(answer.body.message);
  return answer.body.value as AirPreview;
}
const setMix = (voice_mix: boolean) =>
  site.call('PATCH', '/v1/sys/config', { token: site.token, body: { voice_mix } });

test('the preview lists the targets and pre-empted broadcasts of a talk, equal to the real talk', async () => {
  const zone = await site.zone('Numbers');
  await site.speaker('N-1', zone);
  await site.speaker('N-2', zone);
  const gone = await site.speaker('N-3', zone);
  gone.terminal.stop();
  await expect.poll(() => site.device(gone.id)?.online).toBe(false);
  const token = await site.limited('emergency-numbers', zone, 'emergency');

  expect(await preview({ mode: 'all_call' }, token)).toMatchObject({
    targets: 3,
    sounding: 2,
    preempts: [],
    unreachable_count: 1,
    unreachable: [{ code: 'N-3', reason: 'offline' }],
  });
  const page = await open();
  page.start({ mode: 'page', targets: { orgs: [zone] } });
  page.speak((await page.next('talk.granted')).stream);
  const before = await preview({ mode: 'all_call' }, token);
  expect(before).toMatchObject({ sounding: 2, preempts: [{ terminals: 2 }] });

  const caller = await open(token);
  caller.start({ mode: 'all_call' });
  const granted = await caller.next('talk.granted');
  expect(granted.targets).toBe(before.targets);
  caller.speak(granted.stream);
  await expect
    .poll(async () => caller.next('talk.state'))
    .toMatchObject({
      targets: 3,
      sounding: 2,
      offline: 1,
      interrupts: before.preempts.length,
      lowers: 0,
      unheard: [{ reason: 'offline', terminals: 1 }],
    });
  // The other talker gets the reason why the talk is not heard.
  await expect
    .poll(async () => page.next('talk.state'))
    .toMatchObject({
      sounding: 0,
      preempted: 2,
      unheard: [
        { reason: 'preempted', terminals: 2 },
        { reason: 'offline', terminals: 1 },
      ],
    });
});

test('with voice mix the preview names the ducked broadcasts, and so does the talk', async () => {
  await setMix(true);
  const zone = await site.zone('Lowered');
  await site.speaker('L-1', zone, { mix: true });
  const hum = await site.capturer('L-HUM', zone);
  const started = await site.post('/v1/capturer_task', {
    name: 'Hum',
    capturer: hum.id,
    capturer_channel: 1,
    orgs: [zone],
    priority: 0,
  });
  expect(started.body.code, started.body.message).toBe(200);
  const { id } = started.body.value as { id: number };
  const begun = await site.post(`/v1/capturer_task/${id}/start`, {});
  expect(begun.body.code, begun.body.message).toBe(200);
  const targets = { orgs: [zone] };
  await expect
    .poll(async () => (await preview({ mode: 'page', targets, priority: 100 })).ducks.length)
    .toBe(1);
  const talker = await open();
  talker.start({ mode: 'page', targets, priority: 100 });
  talker.speak((await talker.next('talk.granted')).stream);
  await expect
    .poll(async () => talker.next('talk.state'))
    .toMatchObject({ sounding: 1, lowers: 1, interrupts: 0 });
  await setMix(false);
});

test("the preview requires the permission of its mode, and targets within the caller's zones", async () => {
  const [own, other] = [await site.zone('PreviewOwn'), await site.zone('PreviewOther')];
  await site.speaker('PO-1', own);
  const operator = await site.limited('operator-preview', own, 'operator');
  const requestPreview = (body: object) => site.post('/v1/talk/preview', { targets: {}, ...body }, operator);
  expect((await requestPreview({ mode: 'all_call' })).body.code).toBe(403);
  expect((await requestPreview({ mode: 'page', targets: { orgs: [other] } })).body.code).toBe(404);
  expect((await requestPreview({ mode: 'page' })).body.code).toBe(999);
  expect((await requestPreview({ mode: 'page', targets: { orgs: [own] } })).body.value).toMatchObject({
    targets: 1,
  });
});

test('the talker gets a message from the server periodically, so that a dead link is noticed', async () => {
  const zone = await site.zone('Alive');
  await site.speaker('A-1', zone);
  const talker = await open();
  talker.start({ targets: { orgs: [zone] } });
  talker.speak((await talker.next('talk.granted')).stream);
  await expect.poll(async () => talker.next('talk.state')).toMatchObject({ sounding: 1 });
  // The state does not change any more; late reports of the speaker are ignored.
  for (let i = 0; i < 2; i++)
    expect(await talker.next('talk.state')).toMatchObject({ targets: 1, offline: 0 });
  expect(TALK_STATE_MS).toBeLessThanOrEqual(1_000);
});

test('the preview of a talk without listeners has their counts; only its start is refused', async () => {
  const zone = await site.zone('Nobody');
  const token = await site.limited('emergency-nobody', zone, 'emergency');
  const none = { targets: 0, sounding: 0, preempts: [], ducks: [], waits: [], unreachable_count: 0 };
  expect(await preview({ mode: 'all_call' }, token)).toMatchObject(none);
  expect(await preview({ mode: 'page', targets: { orgs: [zone] } })).toMatchObject(none);
  const talker = await open(token);
  talker.start({ mode: 'all_call' });
  expect(await talker.next('talk.refused')).toMatchObject({
    message: expect.stringContaining('no terminal'),
  });
});
