import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadBrand } from '../../../brands/load.ts';
import { createDownloads } from '../../../server/edge/downloads/downloads.ts';

const folder = mkdtempSync(join(tmpdir(), 'tocsin-built-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the headless terminal of this version is offered beside the programs of the brand, and no other file', async () => {
  const own = { folder: join(folder, 'terminal'), version: '1.2.3' };
  const downloads = createDownloads(join(folder, 'downloads'), loadBrand('whistle'), own);
  const programs = async () => (await downloads.list()).programs.map(({ program }) => program);
  expect(await programs()).toEqual(['management_client', 'sub_control_client']);

  mkdirSync(own.folder);
  for (const name of ['headless_terminal-1.2.3.tgz', 'headless_terminal-1.2.30.tgz', 'other.tgz'])
    writeFileSync(join(own.folder, name), 'a package');
  const [, , built] = (await downloads.list()).programs;
  expect(built).toMatchObject({
    program: 'headless_terminal',
    version: '1.2.3',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    files: [{ name: 'headless_terminal-1.2.3.tgz', size: 9 }],
  });
  expect(await downloads.pathOf('headless_terminal-1.2.3.tgz')).toBe(
    join(own.folder, 'headless_terminal-1.2.3.tgz'),
  );
  expect(await downloads.pathOf('headless_terminal-1.2.30.tgz')).toBeNull();
  expect(await downloads.pathOf('other.tgz')).toBeNull();
});
