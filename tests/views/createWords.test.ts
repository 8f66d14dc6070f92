import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import cn from '../../locales/cn.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };
import kr from '../../locales/kr.json' with { type: 'json' };

const views = fileURLToPath(new URL('../../src/views', import.meta.url));
/** Places that name the button which creates a row: the button itself, plain entities, and kinds of lists. */
const places = [
  /<CreateButton\s+label=\{t\('([\w.]+)'\)/g,
  /\bcreate=\{t\('([\w.]+)'\)/g,
  /^ +(?:create|add): '([\w.]+)',$/gm,
];

function keysOf(text: string): string[] {
  return places.flatMap((place) => [...text.matchAll(place)].map(([, key]) => key ?? ''));
}

function textOf(texts: object, key: string): unknown {
  return key.split('.').reduce((at: unknown, part) => (at as Record<string, unknown>)?.[part], texts);
}

it('every list calls its button for a new row “New …”, in each language by the same word', () => {
  const files = readdirSync(views, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const keys = [...new Set(files.flatMap((name) => keysOf(readFileSync(`${views}/${name}`, 'utf8'))))];
  expect(keys.length).toBeGreaterThan(15);
  const words = { cn: /^新建/, en: /^New /, kr: /^새 / };
  const texts = { cn, en, kr };
  const others = Object.entries(words).flatMap(([language, word]) =>
    keys
      .filter((key) => !word.test(String(textOf(texts[language as keyof typeof texts], key))))
      .map((key) => `${language} ${key}`),
  );
  expect(others).toEqual([]);
});
