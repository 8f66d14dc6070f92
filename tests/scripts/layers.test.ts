import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cyclic,
  folderSizes,
  isCode,
  layers,
  linesOf,
  listFiles,
  readImports,
  textOf,
  upward,
  within,
} from '../../scripts/graph/tree.ts';

const files = listFiles();
const imports = readImports(files);

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
    expect(
      imports.some(({ from, to }) => from.startsWith('server/air/') && to.startsWith('server/sound/')),
    ).toBe(true);
    expect(upward(imports, layers.server)).toEqual([]);
    const unplaced = files.filter((name) => name.startsWith('server/') && layers.server(name) === null);
    expect(unplaced).toEqual(['server/main.ts']);
  });

  it('of tables at run time come from repositories and other tables', () => {
    const own = /\.(repository|table)\.ts$|^server\/start\/tables\.ts$/;
    const users = files
      .filter((name) => /^server\/.*\.ts$/.test(name))
      .filter((name) => /^(import|export)\s(?!type\b)[^;']*'[^']+\.table\.ts'/m.test(textOf(name)));
    expect(users).toContain('server/site/zones/zones.repository.ts');
    expect(users.filter((name) => !own.test(name))).toEqual([]);
  });

  it('of the console point downwards: views, machines, streams, api', () => {
    expect(upward(imports, layers.console)).toEqual([]);
  });

  it('of the views point downwards: shell, screens, shared, kit, app, theme', () => {
    expect(upward(imports, layers.views)).toEqual([]);
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
    expect(upward(imports, within(['terminal/protocol', 'terminal/web']))).toEqual([]);
    expect(upward(imports, within(['terminal/audio', 'terminal/headless']))).toEqual([]);
    expect(upward(imports, within(['terminal/offline', 'terminal/headless']))).toEqual([]);
    const crossing = imports.filter(
      ({ from, to }) =>
        (from.startsWith('terminal/web/') && to.startsWith('terminal/headless/')) ||
        (from.startsWith('terminal/headless/') && to.startsWith('terminal/web/')),
    );
    expect(crossing).toEqual([]);
  });

  it('never lead from the contract, the server, the terminal or the console to a program that is not theirs', () => {
    const forbidden: Record<string, string[]> = {
      contract: ['conformance', 'relay', 'server', 'src', 'terminal', 'tests', 'bench'],
      conformance: ['relay', 'server', 'src', 'terminal', 'tests', 'bench'],
      server: ['conformance', 'relay', 'src', 'terminal', 'tests', 'bench'],
      terminal: ['conformance', 'relay', 'src', 'server', 'tests', 'bench'],
      relay: ['conformance', 'src', 'tests', 'bench'],
      src: ['conformance', 'relay', 'server', 'tests', 'bench'],
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
  const long = tests.map((name) => ({ name, lines: linesOf(name) })).filter(({ lines }) => lines > 250);
  expect(long).toEqual([]);
});

it('no folder holds more than 25 files', () => {
  expect(folderSizes(files).filter(([, count]) => count > 25)).toEqual([]);
});

it('no base name of a file stands more than twice in a program', () => {
  const names = new Map<string, string[]>();
  for (const name of files.filter(isCode)) {
    const key = `${name.split('/')[0]} ${basename(name).replace(/\.tsx$/, '.ts')}`;
    names.set(key, [...(names.get(key) ?? []), dirname(name)]);
  }
  expect([...names].filter(([, folders]) => folders.length > 2)).toEqual([]);
});

it('every browser test runs alone and in any order: none is in a series', () => {
  const tests = files.filter((name) => /^tests\/e2e\/.*\.test\.ts$/.test(name));
  expect(tests.length).toBeGreaterThan(50);
  expect(tests.filter((name) => /\bserial\b/.test(textOf(name)))).toEqual([]);
});
