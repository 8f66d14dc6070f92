import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingDocs } from '../../server/platform/process/env.ts';

test('the README lists every setting as the server documents it (npm run settings)', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const { name, default: fixed, text } of settingDocs()) {
    expect(readme).toContain(`| \`${name}\` | ${fixed} | ${text} |`);
  }
});

test('every npm script that the README names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = [...readFileSync('README.md', 'utf8').matchAll(/npm run ([a-z:-]+)/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});
