import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account } from '../../../contract/entities/site/account.ts';
import { idCardField, maskedIdCard } from '../../../contract/rules/idCard.ts';
import { take } from '../transfer/files.ts';
import { createPeople, type People, password } from './people.ts';

/** docs/rules/sessions.md#id-card-numbers */
const number = '11010519491231002X';
let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const stored = async (id: number) =>
  (await people.site.database.pool.query('select id_card from account where id = $1', [id])).rows[0]?.id_card;

test('an ID card number is stored whole, and leaves the server masked only: no answer, audit text or export has it', async () => {
  const { admin, north, site } = people;
  const made = await people.account({ code: 'ida', groups: [north], id_card: number } as { code: string });
  expect(made.id_card_masked).toBe('**************002X');
  expect(await stored(made.id)).toBe(number);
  const changed = await people.call('PATCH', `/v1/user/${made.id}`, admin, { id_card: '110105194912310' });
  expect((changed.body.value as Account).id_card_masked).toBe('***********2310');
  await people.call('PATCH', `/v1/user/${made.id}`, admin, { name: 'Ida', id_card: number });
  const removed = await people.account({ code: 'ike', groups: [north], id_card: number } as { code: string });
  expect((await people.call('DELETE', `/v1/user/${removed.id}`, admin)).body.code).toBe(200);
  const everything = JSON.stringify([
    (await people.call('GET', `/v1/user/${made.id}`, admin)).body,
    (await people.call('GET', '/v1/user?limit=1000', admin)).body,
    (await people.call('GET', '/v1/user?q=002X', admin)).body,
    (await people.call('GET', '/v1/audit?limit=1000', admin)).body,
    (await site.database.pool.query("select * from audit where entity = 'user'")).rows,
    (await take(site, admin, 'user')).toString('utf8'),
  ]);
  expect(everything).toContain('ida');
  expect(everything).not.toContain('110105');
  // Not even the masked one is in the audit log or in an export.
  const texts = JSON.stringify([
    (await people.call('GET', '/v1/audit?limit=1000', admin)).body,
    (await take(site, admin, 'user')).toString('utf8'),
  ]);
  expect(texts).not.toContain('002X');
  expect(texts).not.toContain('2310');
});

test('it is optional, can be removed, and follows its rule', async () => {
  const { admin, north, roles } = people;
  const body = { name: 'X', password, role_id: roles.operator.id, groups: [north] };
  const none = await people.account({ code: 'ilse', groups: [north] });
  expect(none.id_card_masked).toBe('');
  const wrong = await people.call('POST', '/v1/user', admin, { ...body, code: 'ivo', id_card: '12345' });
  expect(wrong.body).toMatchObject({
    code: 400,
    value: { fields: [{ path: 'id_card', key: 'rules.idCard' }] },
  });
  const masked = await people.call('PATCH', `/v1/user/${none.id}`, admin, { id_card: '**************002X' });
  expect(masked.body.code).toBe(400);
  await people.call('PATCH', `/v1/user/${none.id}`, admin, { id_card: number });
  expect(await stored(none.id)).toBe(number);
  const other = await people.call('PATCH', `/v1/user/${none.id}`, admin, { name: 'Ilse' });
  expect((other.body.value as Account).id_card_masked).toBe('**************002X');
  await people.call('PATCH', `/v1/user/${none.id}`, admin, { id_card: '' });
  expect(await stored(none.id)).toBe('');
});

test('the field of the form takes a number, nothing, or the masked one that it shows', () => {
  for (const text of ['', number, '110105194912310', maskedIdCard(number), maskedIdCard('110105194912310')])
    expect(idCardField.safeParse(text).success, text).toBe(true);
  for (const text of ['1234', '***', '*110105194912310', 'X'.repeat(18)])
    expect(idCardField.safeParse(text).success, text).toBe(false);
});
