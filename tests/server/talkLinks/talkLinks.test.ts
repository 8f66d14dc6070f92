import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { TalkLinkLive } from '../../../contract/entities/tasks/talkLink.ts';
import type { TalkSite } from '../talk/talkSite.ts';
import { makeLink, Phone, startPhoneSite } from './phone.ts';

/** Phone links: one use, one phone, minutes, HTTPS; ended by persons, by time, and by lost rights. */
let site: TalkSite;
let late = 0;
const phones: Phone[] = [];
beforeAll(async () => {
  site = await startPhoneSite(() => Date.now() + late);
});
afterEach(() => {
  for (const phone of phones.splice(0)) phone.leave();
  site.stopTerminals();
  late = 0;
});
afterAll(() => site.close());

function phone(): Phone {
  const made = new Phone(site);
  phones.push(made);
  return made;
}
const live = (id: number) => site.deps.live.topic<TalkLinkLive>('talk_link').get(id);
const onAir = (id: number) => site.deps.broadcasting.engine.get(id);
const stored = async (sql: string, id: number) => (await site.database.pool.query(sql, [id])).rows[0];

test('the first phone speaks once as a page of type 4 and source 4, whatever it asks for', async () => {
  const [zone, other] = [await site.zone('Hall'), await site.zone('Elsewhere')];
  await site.speaker('H-1', zone);
  await site.speaker('E-1', other);
  const { id, key, link } = await makeLink(site, { orgs: [zone], priority: 70 });
  expect(link).toMatchObject({ state: 'waiting', org: [zone], made_by: 'admin' });
  const row = await stored('select * from talk_link where id = $1', id);
  expect(JSON.stringify(row)).not.toContain(key);

  const first = phone();
  expect(await first.open(key)).toMatchObject({ title: 'Sports day', places: ['Hall'], terminals: 1 });
  expect(live(id)).toMatchObject({ state: 'opened' });
  const second = phone();
  expect((await second.ask(key, 'open')).body).toMatchObject({ code: 403, key: 'talk.linkOtherPhone' });
  expect((await second.ask(key, 'ticket')).body).toMatchObject({ code: 403 });
  // The same phone may look again.
  await first.open(key);

  await first.talk(key, { mode: 'emergency', targets: { all: true }, priority: 100 });
  const { stream, targets } = await first.next('talk.granted');
  expect(targets).toBe(1);
  first.speak(stream);
  expect(onAir(stream)?.row).toMatchObject({
    ...{ task_type: 4, audio_source: 4, name: 'Sports day', priority: 70, operator_code: 'admin' },
  });
  // Weight of mini programs (30), never the rank of an alarm.
  expect(onAir(stream)?.claim.rank.weight).toBe(30_070);
  expect(live(id)).toMatchObject({ state: 'speaking', broadcast_id: stream });
  first.say({ type: 'talk.stop', stream });
  expect(await first.next('talk.ended')).toMatchObject({ reason: 'finished' });
  await expect.poll(() => live(id)).toBeUndefined();
  expect((await first.ask(key, 'open')).body).toMatchObject({ code: 999, key: 'talk.linkUsed' });
  await expect
    .poll(() => stored('select used_at, ended_at from talk_link where id = $1', id))
    .toMatchObject({ used_at: expect.anything(), ended_at: expect.anything() });
  // Recorded like every page.
  await expect
    .poll(() => stored('select record_type, name from record_file where broadcast_id = $1', stream))
    .toMatchObject({ name: 'Sports day' });
});

test('a phone comes by HTTPS only, with a key that cannot be guessed', async () => {
  const { key } = await makeLink(site, { orgs: [site.top()] });
  const visitor = phone();
  for (const path of ['open', 'ticket'] as const)
    expect((await visitor.ask(key, path, {})).body).toMatchObject({ code: 403, key: 'talk.linkHttps' });
  const upgrade = { connection: 'upgrade', upgrade: 'websocket' };
  const plain = await site.call('GET', '/v1/talk_link/socket?ticket=x', { headers: upgrade });
  expect(plain.status).not.toBe(101);
  const wrong = 'A'.repeat(43);
  expect((await visitor.ask(wrong, 'open')).body).toMatchObject({ code: 404, key: 'talk.linkUnknown' });
  const codes: number[] = [];
  for (let n = 0; n < 6; n++) codes.push((await visitor.ask(wrong, 'open')).body.code);
  expect(codes.at(-1)).toBe(429);
});

test('a withdrawn link cuts its phone off at once; an expired one ends too', async () => {
  const zone = await site.zone('Yard');
  await site.speaker('Y-1', zone);
  const cut = await makeLink(site, { orgs: [zone] });
  const speaker = phone();
  await speaker.open(cut.key);
  await speaker.talk(cut.key);
  const { stream } = await speaker.next('talk.granted');
  speaker.speak(stream);
  expect((await site.post(`/v1/talk_link/${cut.id}/end`, {})).body.code).toBe(200);
  expect(onAir(stream)).toBeUndefined();
  expect(await speaker.next('talk.ended')).toMatchObject({
    reason: 'denied',
    message: 'An operator has withdrawn this link',
  });
  expect((await speaker.ask(cut.key, 'open')).body).toMatchObject({ key: 'talk.linkRevoked' });
  expect(
    await stored(
      "select action from audit where entity = 'talk_link' and entity_id = $1 and action = 'revoke'",
      cut.id,
    ),
  ).toBeDefined();

  const brief = await makeLink(site, { orgs: [zone], minutes: 5 });
  const slow = phone();
  await slow.open(brief.key);
  await slow.talk(brief.key);
  const talk = await slow.next('talk.granted');
  slow.speak(talk.stream);
  late = 5 * 60_000;
  expect(await slow.next('talk.ended')).toMatchObject({ stream: talk.stream });
  expect((await slow.ask(brief.key, 'open')).body).toMatchObject({ key: 'talk.linkExpired' });
});

test('a link ends with the right, the zone or the account of its maker, also while the phone speaks', async () => {
  const [zone, other] = [await site.zone('Mine'), await site.zone('Theirs')];
  await site.speaker('M-1', zone);
  const token = await site.limited('maker', zone, 'operator');
  const made = async () => makeLink(site, { orgs: [zone] }, token);
  expect((await site.post('/v1/talk_link', { title: 'x', orgs: [other] }, token)).body.code).toBe(404);
  const speaking = await made();
  const waiting = await made();
  const speaker = phone();
  await speaker.open(speaking.key);
  await speaker.talk(speaking.key);
  const { stream } = await speaker.next('talk.granted');
  speaker.speak(stream);
  // A logout is no loss: the link was given to somebody who is still on the way.
  await site.post('/v1/logout', {}, token);
  expect(live(waiting.id)).toBeDefined();
  await site.database.pool.query(
    "update account_partition set partition_id = $1 where account_id = (select id from account where code = 'maker')",
    [other],
  );
  expect(await speaker.next('talk.ended')).toMatchObject({ stream, reason: 'denied' });
  await expect.poll(() => live(waiting.id)).toBeUndefined();
  expect((await phone().ask(waiting.key, 'open')).body).toMatchObject({ key: 'talk.linkDenied' });

  await site.database.pool.query(
    "update account_partition set partition_id = $1 where account_id = (select id from account where code = 'maker')",
    [zone],
  );
  const again = await makeLink(site, { orgs: [zone] }, await site.login('maker'));
  await site.database.pool.query("update account set disabled = true where code = 'maker'");
  await expect.poll(() => live(again.id)).toBeUndefined();
});

test('others withdraw a link only if all its zones are theirs', async () => {
  const [zone, other] = [await site.zone('Left'), await site.zone('Right')];
  const wide = await makeLink(site, { orgs: [zone, other] });
  const own = await makeLink(site, { orgs: [zone] });
  const token = await site.limited('left', zone, 'operator');
  const listed = await site.call('GET', '/v1/talk_link', { token });
  expect((listed.body.value as { rows: TalkLinkLive[] }).rows.map(({ id }) => id)).toEqual(
    expect.arrayContaining([wide.id, own.id]),
  );
  expect((await site.post(`/v1/talk_link/${wide.id}/end`, {}, token)).body).toMatchObject({
    ...{ code: 403, key: 'talk.linkNotOwn' },
  });
  expect((await site.post(`/v1/talk_link/${own.id}/end`, {}, token)).body.code).toBe(200);
  expect(live(wide.id)).toBeDefined();
});
