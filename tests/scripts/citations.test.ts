import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folders = [
  'bench',
  'brands',
  'conformance',
  'contract',
  'deploy',
  'docs',
  'espeak',
  'examples',
  'locales',
  'reference',
  'relay',
  'scripts',
  'server',
  'src',
  'terminal',
  'tests',
];
/** Sources and documents, by path from the root. `tests/spec-coverage` names items by number itself. */
const files = folders
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .concat(['README.md', 'CONTRIBUTING.md', 'vite.config.ts', 'playwright.config.ts'])
  .filter((name) => /\.(ts|tsx|mjs|css|md)$/.test(name))
  .filter((name) => !/node_modules|spec-coverage|citations\.test/.test(name));
const documents = files.filter((name) => name.endsWith('.md'));
/** Documents that lead readers into the code; a decision names the files of its day. */
const guides = documents.filter(
  (name) => /^(docs|README|CONTRIBUTING)/.test(name) && !/\/decisions\//.test(name),
);

const texts = new Map<string, string>();
function read(name: string): string {
  const text = texts.get(name) ?? readFileSync(join(root, name), 'utf8');
  texts.set(name, text);
  return text;
}

/** Matches of a pattern in some files, each with its place. */
function found(pattern: RegExp, among = files): { name: string; text: string; groups: string[] }[] {
  return among.flatMap((name) =>
    [...read(name).matchAll(pattern)].map(([text, ...groups]) => ({ name, text, groups })),
  );
}

/** Anchors of a document: its headings as they are made into links, and ids given by hand. */
function anchorsOf(document: string): Set<string> {
  const text = read(document).replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

it('no comment cites a document by number that is not in the repository', () => {
  const cited = found(/\b([Dd]esign|[Ss]pec|screens) \d+(\.\d+)?\b|\(look: [A-Z]/g);
  expect(cited.map(({ name, text }) => ({ name, text }))).toEqual([]);
});

it('every document that a comment or a document cites by its path is there, with the heading', () => {
  const cited = found(/\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g);
  expect(cited.length).toBeGreaterThan(50);
  const broken = cited.filter(({ text }) => {
    const [document = '', anchor] = text.split('#');
    if (!existsSync(join(root, document))) return true;
    return anchor !== undefined && !anchorsOf(document).has(anchor);
  });
  expect(broken.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
});

it('every link of a document leads to a file and a heading that are there', () => {
  const links = found(/\]\((?!https?:|mailto:)([^)\s]+)\)/g, documents);
  expect(links.length).toBeGreaterThan(50);
  const broken = links.filter(({ name, groups: [link = ''] }) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? name : normalize(join(dirname(name), path));
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
  expect(broken.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);
});

it('every file that a guide names is there, and so is every name that it gives in it', () => {
  const paths = found(new RegExp(`\`((?:${folders.join('|')}|biome\\.json)(?:/[\\w./-]+)?)\``, 'g'), guides);
  expect(paths.length).toBeGreaterThan(100);
  const gone = paths.filter(({ groups: [path = ''] }) => !existsSync(join(root, path)));
  expect(gone.map(({ name, text }) => `${name}: ${text}`)).toEqual([]);

  const named = found(/`([\w/.-]+\.(?:ts|tsx|mjs|json))` \(((?:`\w+`(?:, )?)+)\)/g, guides);
  expect(named.length).toBeGreaterThan(50);
  const missing = named.flatMap(({ name, groups: [path = '', names = ''] }) =>
    [...names.matchAll(/\w+/g)]
      .filter(([symbol]) => !new RegExp(`\\b${symbol}\\b`).test(read(path)))
      .map(([symbol]) => `${name}: ${symbol} is not in ${path}`),
  );
  expect(missing).toEqual([]);
});

it('the index of the decisions lists each of them, in its table once and under a subject', () => {
  const index = read('docs/decisions/README.md');
  const all = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
  expect(all.length).toBeGreaterThan(60);
  expect(all.filter((name) => index.split(`\n| [${name.slice(0, 4)}](${name})`).length !== 2)).toEqual([]);

  const subjects = [...index.matchAll(/\*\*([\w, ]+):\*\* ((?:\d{4}(?:, )?)+)/g)];
  const names = subjects.map(([, name = '']) => name);
  expect(names).toEqual([...new Set(names)]);
  const listed = subjects.flatMap(([, , numbers = '']) => numbers.split(', '));
  expect(all.filter((name) => !listed.includes(name.slice(0, 4)))).toEqual([]);
});
