import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldedCode } from '../../../contract/rules/foldedCode.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

/** Letters with more than one lower-case form, or with another one next to other letters. */
const special = [
  'İ',
  'I',
  'ı',
  'ß',
  'ẞ',
  'Σ',
  'σ',
  'ς',
  'ΑΣ',
  'ΑΣΑ',
  'Ǆ',
  'ǅ',
  'K',
  'Å',
  'ﬀ',
  'Ⅷ',
  'Ა',
  '𐐀',
  'Ç',
  'İ̇',
];

test('the program and the database agree on the lower case of every Unicode letter', async () => {
  const letters: string[] = [...special, ...special.map((text) => `adm${text}n ${text}`)];
  for (let point = 1; point <= 0x10ffff; point++)
    if (point < 0xd800 || point > 0xdfff) letters.push(String.fromCodePoint(point));
  const { rows } = await site.database.pool.query<{ letter: string; small: string }>(
    // Letters newer than the database's Unicode version are unassigned there.
    'select letter, lower(letter) as small from unnest($1::text[]) letter where unicode_assigned(letter)',
    [letters],
  );
  expect(rows.length).toBeGreaterThan(100_000);
  expect(rows.filter(({ letter, small }) => foldedCode(letter) !== small)).toEqual([]);
});

test('a name in other letter case is the same account, and shares its attempts', async () => {
  const logIn = (username: string) =>
    site.app.inject({
      method: 'POST',
      url: '/v1/login',
      remoteAddress: '10.20.0.1',
      payload: { username, password: 'guess' },
    });
  const names = ['admin', 'ADMIN', 'admİn', ' Admin', 'aDmİN', 'ADMİN', 'admin'];
  const answers = [];
  for (const name of names) answers.push((await logIn(name)).statusCode);
  expect(answers).toEqual([400, 400, 400, 400, 400, 429, 429]);
});
