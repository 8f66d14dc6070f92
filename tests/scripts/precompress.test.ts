import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { precompress } from '../../scripts/precompress.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-pages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('texts of the built pages lie there as they go over a slow line; maps, pictures and small files as they are', async () => {
  const script = 'export const word = "loudspeaker";\n'.repeat(200);
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'a.js'), script);
  writeFileSync(join(folder, 'assets', 'a.js.map'), script);
  writeFileSync(join(folder, 'assets', 'logo.png'), script);
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  await precompress(folder);
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  expect(names).toEqual(
    [
      'assets',
      'assets/a.js',
      'assets/a.js.br',
      'assets/a.js.gz',
      'assets/a.js.map',
      'assets/logo.png',
      'index.html',
    ].map((name) => join(name)),
  );
  const packed = (ending: string) => readFileSync(join(folder, 'assets', `a.js.${ending}`));
  expect(brotliDecompressSync(packed('br')).toString()).toBe(script);
  expect(gunzipSync(packed('gz')).toString()).toBe(script);
  expect(packed('br').length).toBeLessThan(script.length / 10);
});
