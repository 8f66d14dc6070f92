import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const views = join(import.meta.dirname, '../../src');

it('every spinner has a name, or is hidden from screen readers beside its text', () => {
  const found = readdirSync(views, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) =>
      [...readFileSync(join(views, name), 'utf8').matchAll(/<Spinner\b[^>]*>/g)].map(([tag]) => ({
        name,
        tag,
      })),
    );
  expect(found.length).toBeGreaterThan(5);
  expect(found.filter(({ tag }) => !/\b(label|aria-label|aria-hidden)\b/.test(tag))).toEqual([]);
});
