import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folders = ['brands', 'contract', 'docs', 'espeak', 'scripts', 'server', 'src', 'terminal', 'tests'];
/** Sources and documents, by path from the root. `tests/spec-coverage` names items by number itself. */
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .concat(['README.md', 'CONTRIBUTING.md', 'vite.config.ts', 'playwright.config.ts'])
  .filter((name) => /\.(ts|tsx|mjs|css|md)$/.test(name))
  .filter((name) => !/node_modules|spec-coverage|citations\.test/.test(name));

/** Matches of a pattern in all files, each with its place. */
function found(pattern: RegExp): { name: string; text: string }[] {
  return files.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(pattern)].map(([text]) => ({ name, text })),
  );
}

it('no comment cites a document by number that is not in the repository', () => {
  expect(found(/\b([Dd]esign|[Ss]pec|screens) \d+(\.\d+)?\b|\(look: [A-Z]/g)).toEqual([]);
});

it('every document that a comment or a document cites by its path is there', () => {
  const cited = found(/\bdocs\/[\w/-]+\.md\b/g);
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ text }) => !existsSync(join(root, text)))).toEqual([]);
});
