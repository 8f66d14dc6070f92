import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OnlineRow } from '../../../contract/entities/terminals/online.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let token: string;
const names = [
  '教学楼广播 1',
  'Aula ÄÖÜ',
  'مكبر الصوت',
  '방송실 복도',
  '📢 horn',
  '100 % loud',
  'a_b\\c',
  '345 Hall',
];
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
  for (const [n, name] of names.entries())
    await site.database.pool.query(
      `insert into online_log (terminal_id, code, name, online_role, peer_addr, login_at) values ($1, $2, $3, 0, '', now())`,
      [n + 1, `T${n}`, name],
    );
});
afterAll(() => site.close());

const cases: [string, string, string[]][] = [
  ['two Chinese characters', '广播', ['教学楼广播 1']],
  ['a whole name', '教学楼广播 1', ['教学楼广播 1']],
  ['the other case, of any letters', 'aula äöü', ['Aula ÄÖÜ']],
  ['right-to-left', 'الصوت', ['مكبر الصوت']],
  ['Korean', '복도', ['방송실 복도']],
  ['emoji', '📢', ['📢 horn']],
  ['a per cent sign is one', '0 % l', ['100 % loud']],
  ['an underscore is one', 'a_b', ['a_b\\c']],
  ['a backslash is one', 'b\\c', ['a_b\\c']],
  ['digits that are in the bytes of other scripts', '345', ['345 Hall']],
  ['what is nowhere', 'zz-nowhere', []],
];
test.each(cases)('the search finds %s', async (_, q, expected) => {
  const answer = await site.call('GET', `/v1/online_log?q=${encodeURIComponent(q)}`, { token });
  expect((answer.body.value as { rows: OnlineRow[] }).rows.map((row) => row.name)).toEqual(expected);
});

test('uses its index where a full scan would take longer', async () => {
  const client = await site.database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const plan = await client.query(
      `explain select id from online_log where search_text(name) like '%' || search_text('楼广') || '%'`,
    );
    expect(JSON.stringify(plan.rows)).toContain('online_log_search');
  } finally {
    client.release(true);
  }
});
