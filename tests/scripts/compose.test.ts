import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settingDocs } from '../../server/platform/process/env.ts';

const read = (name: string) => readFileSync(new URL(`../../deploy/compose/${name}`, import.meta.url), 'utf8');
const compose = read('compose.yml');

/** Text of a block of the file, by its first line. */
function block(first: string): string {
  const [, after = ''] = compose.split(`\n${first}`);
  return after.split(/\n(?=\S)/, 1)[0] ?? '';
}

test('every setting of the compose file is one of the server', () => {
  const names = [...block('x-settings:').matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(8);
  const known = new Set([...settingDocs().map(({ name }) => name), 'NODE_EXTRA_CA_CERTS']);
  expect(names.filter((name) => !known.has(name ?? ''))).toEqual([]);
});

test('every variable of the compose file is in its example, and the entry passes on to its servers', () => {
  const used = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name));
  const given = [...read('env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect([...used].sort()).toEqual(given.sort());
  const [, upstreams = ''] = /reverse_proxy (.+) \{/.exec(read('Caddyfile')) ?? [];
  const services = block('services:');
  for (const upstream of upstreams.split(' ')) expect(services).toContain(`\n  ${upstream.split(':')[0]}:\n`);
});
