import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

/** Does what matters of `npm ci`: packages, the project's Node, and last its own list; counts its calls. */
const npm = `
import { appendFileSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
if (process.env.FAIL) process.exit(7);
rmSync('node_modules', { recursive: true, force: true });
mkdirSync('node_modules/.bin', { recursive: true });
mkdirSync('node_modules/vite/bin', { recursive: true });
symlinkSync(process.execPath, 'node_modules/.bin/node');
writeFileSync('node_modules/vite/bin/vite.js',
  "const fs = require('fs'); fs.appendFileSync('builds', 'x'); fs.mkdirSync('dist/web', { recursive: true });");
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-bootstrap-'));
  mkdirSync(join(folder, 'scripts'));
  copyFileSync('scripts/bootstrap.mjs', join(folder, 'scripts', 'bootstrap.mjs'));
  writeFileSync(join(folder, 'npm.mjs'), npm);
  writeFileSync(join(folder, 'index.html'), 'one');
  lock('1.0.0');
});
afterEach(() => rmSync(folder, { recursive: true }));

function lock(version: string): void {
  const packages = {
    '': {},
    'node_modules/thing': { version, integrity: `sha512-${version}` },
  };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }));
}

function bootstrap(env: Record<string, string> = {}) {
  return spawnSync(process.execPath, ['scripts/bootstrap.mjs', 'web'], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_execpath: join(folder, 'npm.mjs'),
      npm_node_execpath: process.execPath,
      ...env,
    },
  });
}

function count(file: 'calls' | 'builds'): number {
  const path = join(folder, file);
  if (!existsSync(path)) return 0;
  const text = readFileSync(path, 'utf8');
  return file === 'calls' ? text.trim().split('\n').length : text.length;
}

test('the first run installs and builds, the second does neither', () => {
  expect(bootstrap().status).toBe(0);
  expect([count('calls'), count('builds')]).toEqual([1, 1]);
  expect(bootstrap().status).toBe(0);
  expect([count('calls'), count('builds')]).toEqual([1, 1]);
});

test('a changed lock file installs again', () => {
  bootstrap();
  lock('1.0.1');
  bootstrap();
  expect(count('calls')).toBe(2);
});

test('an installation that was cut off is done again', () => {
  bootstrap();
  rmSync(join(folder, 'node_modules', '.package-lock.json'));
  bootstrap();
  expect(count('calls')).toBe(2);
});

test('a changed, a new and a removed source build again; a touched one does not', () => {
  bootstrap();
  writeFileSync(join(folder, 'index.html'), 'two');
  bootstrap();
  expect(count('builds')).toBe(2);
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'new.ts'), '');
  bootstrap();
  expect(count('builds')).toBe(3);
  rmSync(join(folder, 'src', 'new.ts'));
  bootstrap();
  expect(count('builds')).toBe(4);
  writeFileSync(join(folder, 'index.html'), 'two');
  bootstrap();
  expect(count('builds')).toBe(4);
});

test('a lost build is built again', () => {
  bootstrap();
  rmSync(join(folder, 'dist', 'web'), { recursive: true });
  bootstrap();
  expect(count('builds')).toBe(2);
});

test('a failed installation ends with its code and a sentence', () => {
  const run = bootstrap({ FAIL: 'yes' });
  expect(run.status).toBe(7);
  expect(run.stderr).toContain('needs a connection to the npm registry');
});
