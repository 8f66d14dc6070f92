import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENGINE_FLAGS } from '../../../server/platform/workers/child.ts';
import { workerPrograms } from '../../../server/start/workerPrograms.ts';

let cache: string;
beforeAll(() => {
  cache = mkdtempSync(join(tmpdir(), 'tocsin-compiled-'));
});
afterAll(() => rmSync(cache, { recursive: true, force: true }));

function storeAndRun(program: string, argument: string): string {
  const storing = join(import.meta.dirname, 'storeOnce.ts');
  const env = { ...process.env, NODE_COMPILE_CACHE: cache };
  return execFileSync(process.execPath, [storing, program, argument], { env, encoding: 'utf8' });
}

test('a worker executes the compiled code that was stored for it, which it cannot change', () => {
  const cached = join(import.meta.dirname, 'cached.ts');
  const seen = JSON.parse(storeAndRun(cached, cache)) as {
    folder?: string;
    sandbox: string;
    writes: boolean;
  };
  expect(seen.folder).toMatch(new RegExp(`^${cache}`));
  expect(seen.writes).toBe(seen.sandbox !== 'files');
});

test('each program of a worker is one whose code is stored', () => {
  const server = join(import.meta.dirname, '../../../server');
  const starting = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith(join('workers', 'child.ts')))
    .map((name) => join(server, name))
    .filter((path) => /\b(runChild|spawnLimited)\(/.test(readFileSync(path, 'utf8')));
  const programs = starting.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/new URL\('([^']+)', import\.meta\.url\)/g)].map(([, to = '']) =>
      join(dirname(path), to),
    ),
  );
  expect(programs.sort()).toEqual([...workerPrograms].sort());
});

test.each(workerPrograms.map((path) => [basename(path), path]))('%s ends without a job', (_, path = '') => {
  const started = { stdio: 'ignore', timeout: 60_000 } as const;
  const { error, signal } = spawnSync(process.execPath, [...ENGINE_FLAGS, path], started);
  expect([error, signal]).toEqual([undefined, null]);
});
