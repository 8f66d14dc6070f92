import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldError } from '../../../contract/api/errors.ts';
import type { CasterLive } from '../../../contract/entities/terminals/kinds.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { type Site, startSite } from '../terminals/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const password = 'keypad2026';
let n = 0;

async function made(fields: object = {}, as = site.token) {
  n += 1;
  const code = `desk${n}`;
  const body = { code, name: `Desk ${n}`, password, confirmPassword: password, org: null, ...fields };
  const answer = await site.call('POST', '/v1/caster', { token: as, body });
  return { code, answer, id: (answer.body.value as { id: number } | null)?.id ?? 0 };
}
const change = (id: number, body: object, as = site.token) =>
  site.call('PATCH', `/v1/caster/${id}`, { token: as, body });
const station = (code: string, fields: object) =>
  TerminalClient.hello(site.url, { code, role: 1, boot: `boot-${code}-${Math.random()}`, ...fields });
const live = (id: number) => site.liveOf('caster', id) as CasterLive | undefined;
const badFields = (answer: { body: { value: unknown } }) =>
  ((answer.body.value as { fields?: FieldError[] } | null)?.fields ?? []).map(({ path, key }) => [path, key]);

describe('a caster', () => {
  test('is an account created before its station connects: offline in its topic, without its password anywhere', async () => {
    const { id, answer } = await made({ priority: 4, call_number: '301' });
    expect(answer.body.value).toMatchObject({
      id,
      priority: 4,
      has_password: true,
      disabled: false,
      orgs: [],
    });
    expect(live(id)).toMatchObject({ online: false, call_number: '301', has_password: true, user_id: null });
    const { rows } = await site.database.pool.query<{ password_hash: string }>(
      'select password_hash from caster_account where terminal_id = $1',
      [id],
    );
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$/);
    const log = await site.database.pool.query("select before, after from audit where entity = 'caster'");
    expect(JSON.stringify([answer.body, live(id), log.rows])).not.toContain(password);
    expect(JSON.stringify([answer.body, live(id), log.rows])).not.toContain('argon2');
  });

  test.each([
    ['short1', 'rules.password'],
    ['onlyletters', 'rules.password'],
    ['1234567890', 'rules.password'],
    ['with space 1', 'rules.password'],
    ['longer2026than20chars', 'rules.password'],
  ])('the password %s is refused as a fault of its field', async (bad, key) => {
    const { answer } = await made({ password: bad, confirmPassword: bad });
    expect(answer.status).toBe(400);
    expect(badFields(answer)).toContainEqual(['password', key]);
  });

  test('needs its password typed twice alike, and an account of letters and digits', async () => {
    expect(badFields((await made({ confirmPassword: 'keypad2027' })).answer)).toEqual([
      ['confirmPassword', 'rules.confirmDiffers'],
    ]);
    expect(badFields((await made({ code: 'a-b-c' })).answer)).toEqual([['code', 'rules.userNumber']]);
  });

  test('admits a station by account and password, then by the secret that it was given', async () => {
    const { id, code } = await made();
    const first = await station(code, { password });
    const { secret } = await first.next('adopted');
    expect(await first.next('welcome')).toMatchObject({ terminal: id });
    expect(live(id)?.online).toBe(true);
    first.socket.close();
    const second = await station(code, { secret, boot: 'again' });
    expect(await second.next('welcome')).toMatchObject({ terminal: id });
    second.socket.close();
  });

  test('after a logout the secret of that login is void, also when the logout is sent later', async () => {
    const { id, code } = await made();
    const first = await station(code, { password });
    const { secret } = await first.next('adopted');
    await first.next('welcome');
    const left = { code, secret };
    const page = await station(`PAGE-${n}`, { left });
    await page.next('found');
    expect(await first.next('refused')).toMatchObject({ code: 'login', retry_s: null });
    await first.closed();
    const copy = await station(code, { secret });
    expect(await copy.next('refused')).toMatchObject({ code: 'login' });
    // Logging in again at the same time ends the old login, not the new one.
    const again = await station(code, { password, left });
    const second = await again.next('adopted');
    expect(await again.next('welcome')).toMatchObject({ terminal: id });
    expect(second.secret).not.toBe(secret);
    again.socket.close();
    const back = await station(code, { secret: second.secret, boot: 'again' });
    expect(await back.next('welcome')).toMatchObject({ terminal: id });
    back.socket.close();
    page.socket.close();
    const { rows } = await site.database.pool.query(
      "select 1 from audit where action = 'logout' and entity = 'caster' and entity_id = $1",
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('does not reveal if account or password is wrong, and refuses after five wrong ones', async () => {
    const { code } = await made();
    const heard = async (fields: { password: string }, as = code) => {
      const client = await station(as, fields);
      return client.next('refused');
    };
    const wrong = await heard({ password: 'keypad2025' });
    expect(wrong).toMatchObject({ code: 'login', message: expect.stringContaining('account') });
    expect((await heard({ password: 'keypad2025' }, 'nobody99')).message).toBe(wrong.message);
    for (let i = 0; i < 4; i++) await heard({ password: 'keypad2025' });
    const blocked = await heard({ password });
    expect(blocked.message).not.toBe(wrong.message);
    expect(blocked).toMatchObject({ code: 'locked_out', retry_s: expect.any(Number) });
  });

  test.each([
    ['a new password', { password: 'another2026', confirmPassword: 'another2026' }],
    ['disabling it', { disabled: true }],
  ])('%s ends its connection at once and makes the old secret invalid', async (_, body) => {
    const { id, code } = await made();
    const client = await station(code, { password });
    const { secret } = await client.next('adopted');
    await client.next('welcome');
    expect((await change(id, body)).body.code).toBe(200);
    expect(await client.next('refused')).toMatchObject({ code: 'login', retry_s: null });
    await client.closed();
    const back = await station(code, { secret });
    expect(await back.next('refused')).toMatchObject({ code: 'login' });
    const typed = await station(code, { password });
    expect(await typed.next('refused')).toMatchObject({ code: 'login' });
  });

  test('can log in again once it is enabled', async () => {
    const { id, code } = await made();
    await change(id, { disabled: true });
    await change(id, { disabled: false });
    const client = await station(code, { password });
    await client.next('welcome');
    client.socket.close();
  });

  test('gets only zones of its creator; zones of others are kept on changes', async () => {
    const [east, west] = [await site.zone(`East ${n}`), await site.zone(`West ${n}`)];
    const { rows } = await site.database.pool.query<{ code: string }>(
      "select code from role where code = 'administrator'",
    );
    const eastern = await site.limited(`eastern${n}`, east, rows[0]?.code ?? '');
    expect((await made({ org: east, orgs: [west] }, eastern)).answer.status).toBe(404);
    expect((await made({ org: west }, eastern)).answer.status).toBe(404);
    const { id } = await made({ org: east, orgs: [east, west] });
    const narrowed = await change(id, { orgs: [] }, eastern);
    // A caller outside the zone does not see it; it is kept.
    expect(narrowed.body.value).toMatchObject({ orgs: [] });
    expect(live(id)?.orgs).toEqual([west]);
  });

  test('reaches its zones, limited to those of its console account', async () => {
    const [east, west] = [await site.zone(`E ${n}`), await site.zone(`W ${n}`)];
    await site.limited(`owner${n}`, east, 'operator');
    const { rows } = await site.database.pool.query<{ id: number }>(
      'select id from account where code = $1',
      [`owner${n}`],
    );
    const user_id = rows[0]?.id ?? 0;
    const { id } = await made({ orgs: [east, west] });
    const { casters } = site.deps.terminals;
    const reached = () => {
      const scope = casters.reach(id, null);
      return scope.all === true ? 'all' : [...scope.ids].sort((a, b) => a - b);
    };
    expect(reached()).toEqual([east, west].sort((a, b) => a - b));
    await change(id, { user_id });
    expect(reached()).toEqual([east]);
    await site.call('DELETE', `/v1/user/${user_id}`, { token: site.token });
    await expect.poll(() => live(id)?.user_id).toBeNull();
    expect(reached()).toHaveLength(2);
  });
});

describe('a virtual caster', () => {
  const post = (body: object) => site.post('/v1/virtual_caster', body);

  test('has members in order, and a number that no terminal has', async () => {
    const [a, b] = [(await made({ call_number: '401' })).id, (await made()).id];
    const one = await post({ name: 'Reception', call_number: '400', ring: 'order', casters: [b, a] });
    expect(one.body.value).toMatchObject({ casters: [b, a], ring: 'order', whole: true });
    expect(site.deps.virtualCasters.byNumber('400')).toMatchObject({ casters: [b, a] });
    expect((await post({ name: 'Twice', call_number: '401', casters: [a] })).status).toBe(409);
    expect((await change(b, { call_number: '400' })).status).toBe(409);
    expect((await made({ call_number: '400' })).answer.status).toBe(409);
    expect((await post({ name: 'Doubled', call_number: '402', casters: [a, a] })).status).toBe(400);
    expect((await post({ name: 'Nobody', call_number: '402', casters: [] })).status).toBe(400);
  });

  test('accepts casters only, and loses deleted ones', async () => {
    const { id: speaker } = await site.adopted('NOT-A-CASTER');
    expect((await post({ name: 'Bad', call_number: '410', casters: [speaker] })).status).toBe(404);
    const [a, b] = [(await made()).id, (await made()).id];
    await post({ name: 'Two', call_number: '411', casters: [a, b] });
    await site.call('DELETE', `/v1/caster/${a}`, { token: site.token });
    const { body } = await site.call('GET', '/v1/virtual_caster?q=Two', { token: site.token });
    expect(body.value).toMatchObject({ rows: [{ casters: [b] }] });
  });
});
