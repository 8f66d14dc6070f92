import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folders = ['bench', 'brands', 'contract', 'espeak', 'scripts', 'server', 'src', 'terminal', 'tests'];
const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => normalize(join(entry.parentPath, entry.name)).slice(root.length + 1)),
);

/** Imports of files of the repository, of types as well, and files that are started as programs of their own. */
const imports = files
  .filter((name) => /\.(tsx?|mjs)$/.test(name))
  .flatMap((from) =>
    [
      ...readFileSync(join(root, from), 'utf8').matchAll(
        /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.[^']+)'/g,
      ),
    ]
      .map(([, path = '']) => normalize(join(dirname(from), path)).replace(/\?.*$/, ''))
      .filter((to) => existsSync(join(root, to)))
      .map((to) => ({ from, to })),
  );

/** Imports that go from a layer to one above it. `layerOf`: the index of a file's layer; null: in none. */
function upward(layerOf: (name: string) => number | null): string[] {
  return imports
    .filter(({ from, to }) => (layerOf(to) ?? -1) > (layerOf(from) ?? Number.POSITIVE_INFINITY))
    .map(({ from, to }) => `${from} imports ${to}`);
}

/** Imports that are part of a cycle, or lie between two of them. */
function cyclic<E extends { from: string; to: string }>(edges: readonly E[]): readonly E[] {
  const importing = new Set(edges.map(({ from }) => from));
  const imported = new Set(edges.map(({ to }) => to));
  const left = edges.filter(({ from, to }) => imported.has(from) && importing.has(to));
  return left.length === edges.length ? left : cyclic(left);
}

/** Index of the layer whose folder holds a file; null: none of them. */
const within = (layers: readonly string[]) => (name: string) => {
  const index = layers.findIndex((layer) => name.startsWith(`${layer}/`));
  return index < 0 ? null : index;
};

describe('imports', () => {
  it('form no cycle, those of types and of programs of their own included', () => {
    const cycle = [
      { from: 'b', to: 'c' },
      { from: 'c', to: 'b' },
    ];
    expect(cyclic([{ from: 'a', to: 'b' }, ...cycle, { from: 'c', to: 'd' }])).toEqual(cycle);
    expect(cyclic(imports).map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('of the server point downwards: start, edge, air, sound, site, platform', () => {
    const layers = ['platform', 'site', 'sound', 'air', 'edge', 'start'].map((name) => `server/${name}`);
    expect(
      imports.some(({ from, to }) => from.startsWith('server/air/') && to.startsWith('server/sound/')),
    ).toBe(true);
    expect(upward(within(layers))).toEqual([]);
    const unplaced = files.filter((name) => name.startsWith('server/') && within(layers)(name) === null);
    expect(unplaced).toEqual(['server/main.ts']);
  });

  it('of tables at run time come from repositories and other tables', () => {
    const own = /\.(repository|table)\.ts$|^server\/start\/tables\.ts$/;
    const users = files
      .filter((name) => /^server\/.*\.ts$/.test(name))
      .filter((name) =>
        /^(import|export)\s(?!type\b)[^;']*'[^']+\.table\.ts'/m.test(readFileSync(join(root, name), 'utf8')),
      );
    expect(users).toContain('server/site/zones/zones.repository.ts');
    expect(users.filter((name) => !own.test(name))).toEqual([]);
  });

  it('of the console point downwards: views, machines, streams, api', () => {
    expect(upward(within(['src/api', 'src/streams', 'src/machines', 'src/views']))).toEqual([]);
  });

  it('of the views point downwards: shell, screens, shared, kit, app, theme', () => {
    const parts = ['theme', 'app', 'kit', 'shared'].map((name) => `src/views/${name}`);
    const layerOf = (name: string) => {
      if (!/^src\/views\/[^/]+\//.test(name)) return null;
      return within(parts)(name) ?? (name.startsWith('src/views/shell/') ? 5 : 4);
    };
    expect(upward(layerOf)).toEqual([]);
  });

  it('imports never lead from one group of screens to another; groups share code in `shared`', () => {
    const groupOf = (name: string) => /^src\/views\/([^/]+)\//.exec(name)?.[1];
    const common = ['theme', 'app', 'kit', 'shared', 'shell', undefined];
    const between = imports.filter(
      ({ from, to }) =>
        !common.includes(groupOf(from)) && !common.includes(groupOf(to)) && groupOf(from) !== groupOf(to),
    );
    expect(between).toEqual([]);
  });

  it('of the terminal: its parts for a page and for a program use protocol, sound and offline play, not each other', () => {
    expect(upward(within(['terminal/protocol', 'terminal/web']))).toEqual([]);
    expect(upward(within(['terminal/audio', 'terminal/headless']))).toEqual([]);
    expect(upward(within(['terminal/offline', 'terminal/headless']))).toEqual([]);
    const crossing = imports.filter(
      ({ from, to }) =>
        (from.startsWith('terminal/web/') && to.startsWith('terminal/headless/')) ||
        (from.startsWith('terminal/headless/') && to.startsWith('terminal/web/')),
    );
    expect(crossing).toEqual([]);
  });

  it('never lead from the contract, the server, the terminal or the console to a program that is not theirs', () => {
    const forbidden: Record<string, string[]> = {
      contract: ['server', 'src', 'terminal', 'tests', 'bench'],
      server: ['src', 'terminal', 'tests', 'bench'],
      terminal: ['src', 'server', 'tests', 'bench'],
      src: ['server', 'tests', 'bench'],
      scripts: ['tests', 'bench'],
      tests: ['bench'],
    };
    const top = (name: string) => name.split('/')[0] ?? '';
    expect(imports.filter(({ from, to }) => forbidden[top(from)]?.includes(top(to)))).toEqual([]);
  });
});

it('no test and no file that supports tests holds more than 250 lines', () => {
  const tests = files.filter((name) => /^tests\/.*\.(tsx?|mjs)$/.test(name));
  expect(tests.length).toBeGreaterThan(500);
  const long = tests
    .map((name) => ({ name, lines: readFileSync(join(root, name), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 250);
  expect(long).toEqual([]);
});

it('no folder holds more than 25 files', () => {
  const counts = new Map<string, number>();
  for (const name of files) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
  const many = [...counts].filter(
    ([name, count]) => count > 25 && !name.startsWith('server/platform/db/migrations'),
  );
  expect(many).toEqual([]);
});
