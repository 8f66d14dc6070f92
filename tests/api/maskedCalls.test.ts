import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { maskedCalls } from '../../src/api/maskedCalls.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.startsWith('src/api/'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** Calls of the variant with the mask in the source: `api.call('/v1/…', body, options)`. */
const found = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/api\s*\.call(?:<[^(]*>)?\(\s*(['`])(.*?)\1([^\n]*)/g)].map(
    ([, , path = '', rest = '']) => ({
      path: path.replace(/\$\{(\w+)\}/g, ':$1'),
      file,
      endsLogin: !/quiet: true/.test(rest),
    }),
  ),
);
const named = maskedCalls.map(({ path, file, endsLogin }) => ({ path, file, endsLogin }));
const byPath = (a: { path: string }, b: { path: string }) => a.path.localeCompare(b.path);

describe('calls with the loading mask', () => {
  test('are exactly those of the table', () => {
    expect(found.sort(byPath)).toEqual([...named].sort(byPath));
  });

  test('no other call asks for the mask', () => {
    expect(sources.filter(({ text }) => /\bmask: true/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('none is an action of an emergency, of a broadcast or of speech', () => {
    const emergency = /alarm|linkage|fire|talk|call|task|stop|[/]io[/]|gpio|fault|listen|socket/;
    expect(maskedCalls.filter(({ path }) => emergency.test(path))).toEqual([]);
    expect(
      sources.filter(
        ({ file, text }) => /emergency|alarms|talk|startTask/.test(file) && /api\s*\.call/.test(text),
      ),
    ).toEqual([]);
  });

  test('those that end a login are made where no form is open: no typed text is lost', () => {
    for (const { endsLogin, file } of maskedCalls) {
      if (!endsLogin) continue;
      const text = sources.find((one) => one.file === file)?.text ?? '';
      expect(text, file).not.toMatch(/useForm|useServerForm|FormDialog|onSubmit|values/);
    }
  });
});
