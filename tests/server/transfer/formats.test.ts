import fc from 'fast-check';
import { writeXlsx } from 'hucre';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Device } from '../../../contract/entities/terminals/device.ts';
import { bare, neutral } from '../../../contract/rules/neutralCell.ts';
import { isLong, randomRuns } from '../../support/random.ts';
import { createPeople, type People } from '../accounts/people.ts';
import { bombs } from './bomb.ts';
import { faults, send, take } from './files.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const bring = (bytes: Uint8Array | string, run = false, lang = 'en') =>
  send(people.site, people.admin, 'device', bytes, { run, lang });
const named = async (code: string) => {
  const answer = await people.site.call('GET', `/v1/device?code=${code}`, { token: people.admin });
  return (answer.body.value as { rows: Device[] }).rows[0]?.name;
};
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('accepted file formats', () => {
  test("a byte-order mark, semicolons, tabs, quotes, CRLF, blank lines, Excel's separator line", async () => {
    await bring('\uFEFFCode;Name\r\nF-001;"Hall; ""A"""\r\n\r\n', true);
    expect(await named('F-001')).toBe('Hall; "A"');
    await bring('sep=;\r\ncode;name\r\nF-002;Two\r\n', true);
    expect(await named('F-002')).toBe('Two');
    await bring('code\tname\nF-003\tThree, four\n', true);
    expect(await named('F-003')).toBe('Three, four');
    await bring(Buffer.from('\uFEFFcode,name\nF-004,Four\n', 'utf16le'), true);
    expect(await named('F-004')).toBe('Four');
  });

  test('an error value of a formula is a fault of the cell', async () => {
    const answer = await bring('code,name\nF-011,#REF!\nF-012,#1 hall\nF-013,#N/A\n');
    expect(faults(answer).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['2 name', '4 name']);
  });

  test('GBK and EUC-KR are recognised by the headings, in any language', async () => {
    // 编号,名称 / G-001,报警
    await bring(
      Buffer.concat([hex('b1e0 bac5 2c c3fb b3c6 0a'), Buffer.from('G-001,'), hex('b1a8 beaf 0a')]),
      true,
      'kr',
    );
    expect(await named('G-001')).toBe('报警');
    // 코드,이름 / K-001,강당
    await bring(
      Buffer.concat([hex('c4da b5e5 2c c0cc b8a7 0a'), Buffer.from('K-001,'), hex('b0ad b4e7 0a')]),
      true,
      'cn',
    );
    expect(await named('K-001')).toBe('강당');
  });

  test('names with emoji and right-to-left text are imported and exported unchanged', async () => {
    const name = '🔊 قاعة الاجتماعات 👩‍🏫';
    await bring(`code,name\nE-001,${name}\n`, true);
    expect(await named('E-001')).toBe(name);
    expect((await take(people.site, people.admin, 'device')).toString()).toContain(name);
  });

  test('an XLSX with numeric cells', async () => {
    const rows = [
      ['Code', 'Name', 'Play volume', 'Quick number'],
      ['X-001', '礼堂', 55, 1234],
    ];
    const answer = await bring(await writeXlsx({ sheets: [{ name: 'A', rows }] }), true);
    expect(answer.value).toMatchObject({ imported: true, created: 1 });
    expect(await named('X-001')).toBe('礼堂');
  });

  test('the table may be on a later sheet, below a title; a date has no time', async () => {
    const cover = [['Read me first'], ['Name', 'of whoever filled it in']];
    const table = [
      ['Loudspeakers of 2026', '', ''],
      [],
      ['Code', 'Name', 'Zone code'],
      ['X-002', new Date(Date.UTC(2026, 2, 15)), 'North'],
    ];
    const sheets = [
      { name: 'Cover', rows: cover },
      { name: 'Empty', rows: [] },
      { name: 'Data', rows: table },
    ];
    const answer = await bring(await writeXlsx({ sheets }), true);
    expect(answer.value).toMatchObject({ imported: true, created: 1 });
    expect(await named('X-002')).toBe('2026-03-15');
    await bring('Loudspeakers of 2026,,\n\ncode,name\nX-003,Three\n', true);
    expect(await named('X-003')).toBe('Three');
  });

  test('an empty zone in an existing column, as left by merged cells, is a fault', async () => {
    const answer = await bring('code,name,zone\nM-001,One,North\nM-002,Two,\n');
    expect(faults(answer)).toEqual(['3 zone Enter the code of one of your zones']);
    expect((await bring('code,name\nM-002,Two\n')).value).toMatchObject({ created: 1, bad: [] });
  });

  test('an invisible name is refused', async () => {
    const answer = await bring('code,name\nV-001,\u200b\u202e\n');
    expect(faults(answer)).toEqual([expect.stringMatching(/^2 name /)]);
  });

  test.each([
    ['transfer.empty', 'code,name\n'],
    ['transfer.empty', 'Title\n\ncode,name\n'],
    ['transfer.noCode', 'name\nHall\n'],
    ['transfer.sameColumn', 'code,name,名称\nA-1,b,c\n'],
    ['transfer.openQuote', 'code,name\nA-001,"Hall\nA-002,x\n'],
    ['transfer.notATable', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])],
    ['transfer.unreadable', Buffer.from('PK\u0003\u0004 not really a workbook at all, is it')],
    ['transfer.tooManyCells', `code,name\nA-001,${'x'.repeat(9000)}\n`],
  ])('%s', async (key, bytes) => {
    expect(await bring(bytes)).toMatchObject({ code: 400, key });
  });

  if (isLong)
    test('more rows than allowed are refused, 100,000 are read', async () => {
      const rows = (count: number) =>
        `code\n${Array.from({ length: count }, (_, i) => `x${i}!`).join('\n')}\n`;
      expect(await bring(rows(100_001))).toMatchObject({ code: 400, key: 'transfer.tooManyRows' });
      const answer = await bring(rows(100_000));
      expect(answer.value.bad).toHaveLength(100_000);
    }, 120_000);

  test('a decompression bomb ends its reader, not the server', async () => {
    for (const file of bombs())
      expect(await bring(file)).toMatchObject({ code: 400, key: 'transfer.unreadable' });
    expect((await people.site.call('GET', '/healthz')).status).toBe(200);
  }, 120_000);
});

if (isLong)
  test('a workbook that refers to one long text from very many cells is refused without expanding it', async () => {
    const long = 'x'.repeat(7_000);
    const rows = [['code', 'name'], ...Array.from({ length: 10_000 }, (_, i) => [`R-${i}`, long])];
    expect(await bring(await writeXlsx({ sheets: [{ name: 'A', rows }] }))).toMatchObject({
      code: 400,
      key: 'transfer.unreadable',
    });
  });

describe('exported files', () => {
  test("are in Excel's UTF-8, in the caller's language, without formulas or secrets", async () => {
    await bring('code,name\nR-001,\'=cmd|calc\nR-002,"@SUM(1)"\n', true);
    expect(await named('R-001')).toBe('=cmd|calc');
    const bytes = await take(people.site, people.admin, 'device', 'format=csv', 'cn');
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const text = bytes.toString();
    expect(text.split('\r\n')[0]).toContain('编号,名称,别名');
    expect(text).toContain("R-001,'=cmd|calc");
    expect(text).toContain("R-002,'@SUM(1)");
    expect(text).not.toMatch(/secret|argon2|\$19|hash/);
  });

  test('a template has the imported columns', async () => {
    const text = (await take(people.site, people.admin, 'user', 'template=true')).toString();
    expect(text).toBe(
      '\uFEFFAccount,Name,Role code,Zone codes,All zones,Disabled,Password,Must change password\r\n',
    );
  });

  test('require a ticket of a login with the permission', async () => {
    const bare = await people.site.call('GET', '/v1/user/export?ticket=x');
    expect(bare.status).toBe(401);
    const role = await people.role('deaf', ['list_device']);
    const { token } = await people.join({ code: 'deaf', role_id: role.id, groups: [people.north] });
    expect((await people.site.call('POST', '/v1/user/export/ticket', { token })).status).toBe(403);
  });

  test('have the filters of the list; a zone includes all below it', async () => {
    await bring('code,name,zone\nZ-001,One,North\nZ-002,Two,South\n', true);
    const text = (await take(people.site, people.admin, 'device', `org=${people.north}&q=Z-0`)).toString();
    expect(text.match(/Z-\d+/g)).toEqual(['Z-001']);
  });

  test('export and import change nothing, for any names, in any format and language', async () => {
    const names = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 20 })
      .map((text) => `${text}x`.toWellFormed());
    const hard = ["'=x", '=x', "''@", '-1', '"q",;', '00012', 'a\nb'];
    const many = fc.array(fc.oneof(names, fc.constantFrom(...hard)), { minLength: 1, maxLength: 8 });
    const ways = ['csv', 'xlsx'].flatMap((format) =>
      ['cn', 'en', 'kr'].map((lang) => [format, lang] as const),
    );
    let round = 0;
    await fc.assert(
      fc.asyncProperty(many, async (all) => {
        round += 1;
        const data = all.map((name, i) => [
          `P${round}-${i}`,
          neutral(clean(name)),
          // An alias differs from the name.
          neutral(`${[...clean(name)].slice(0, 3).join('')}~${i}`),
        ]);
        const made = await bring(Papa.unparse([['code', 'name', 'dev_name2'], ...data]), true);
        expect(made.value).toMatchObject({ imported: true, created: all.length });
        for (const [format, lang] of isLong ? ways : ways.filter((_, i) => i % 3 === round % 3)) {
          const bytes = await take(people.site, people.admin, 'device', `format=${format}`, lang);
          const again = await bring(bytes);
          expect(again.value).toMatchObject({ created: 0, changed: 0, bad: [] });
        }
      }),
      { ...randomRuns(3), examples: [[hard]] },
    );
  });

  test('removing the apostrophe is exact for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', 'a', '\t') }), (text) => {
        expect(bare(neutral(text))).toBe(text);
        expect(neutral(text)).not.toMatch(/^[=+\-@\t]/);
      }),
      randomRuns(100),
    );
  });
});

/** Valid name: no control characters, no spaces at its ends. */
const clean = (name: string) => [...name.replace(/\p{Cc}/gu, '')].slice(0, 50).join('').trim() || 'x';
