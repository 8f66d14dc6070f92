/** Files of the repository, what they import, and which imports break its layers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export const root = join(import.meta.dirname, '../..');
const folders = [
  'bench',
  'brands',
  'conformance',
  'contract',
  'espeak',
  'relay',
  'scripts',
  'server',
  'src',
  'terminal',
  'tests',
];

/** Import of one file by another, or a file that is started as a program of its own. */
export interface Import {
  from: string;
  to: string;
}

/** Paths of all files of code and tests, from the root of the repository. */
export function listFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => normalize(join(entry.parentPath, entry.name)).slice(root.length + 1)),
  );
}

export const isCode = (name: string): boolean => /\.(tsx?|mjs)$/.test(name);

export const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');

/** Number of lines of a file. */
export const linesOf = (name: string): number => textOf(name).split('\n').length - 1;

/** Imports of files of the repository, of types as well. */
export function readImports(files: readonly string[]): Import[] {
  return files.filter(isCode).flatMap((from) =>
    [...textOf(from).matchAll(/(?:\bfrom|\bimport|\bimport\(|new URL\()\s*'(\.[^']+)'/g)]
      .map(([, path = '']) => normalize(join(dirname(from), path)).replace(/\?.*$/, ''))
      .filter((to) => existsSync(join(root, to)))
      .map((to) => ({ from, to })),
  );
}

/** Imports that are part of a cycle, or lie between two of them. */
export function cyclic<E extends Import>(edges: readonly E[]): readonly E[] {
  const importing = new Set(edges.map(({ from }) => from));
  const imported = new Set(edges.map(({ to }) => to));
  const left = edges.filter(({ from, to }) => imported.has(from) && importing.has(to));
  return left.length === edges.length ? left : cyclic(left);
}

/** Index of a file's layer; null: in none. */
export type LayerOf = (name: string) => number | null;

/** Index of the layer whose folder holds a file. */
export const within =
  (layers: readonly string[]): LayerOf =>
  (name) => {
    const index = layers.findIndex((layer) => name.startsWith(`${layer}/`));
    return index < 0 ? null : index;
  };

/** Imports that go from a layer to one above it. */
export function upward(imports: readonly Import[], layerOf: LayerOf): Import[] {
  return imports.filter(({ from, to }) => (layerOf(to) ?? -1) > (layerOf(from) ?? Number.POSITIVE_INFINITY));
}

const viewParts = within(['theme', 'app', 'kit', 'shared'].map((name) => `src/views/${name}`));

/** Layers by name, the lowest folder first. */
export const layers = {
  server: within(['platform', 'site', 'sound', 'air', 'edge', 'start'].map((name) => `server/${name}`)),
  console: within(['src/api', 'src/streams', 'src/machines', 'src/views']),
  views: (name: string) => {
    if (!/^src\/views\/[^/]+\//.test(name)) return null;
    return viewParts(name) ?? (name.startsWith('src/views/shell/') ? 5 : 4);
  },
} satisfies Record<string, LayerOf>;

/** Folders with their number of files, the largest first; migrations are made by a tool. */
export function folderSizes(files: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of files) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
  return [...counts]
    .filter(([name]) => !name.startsWith('server/platform/db/migrations'))
    .sort(([, a], [, b]) => b - a);
}

/** Code of a file without its comments and texts, in which names are searched. */
export const bareCode = (text: string): string =>
  text.replace(
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g,
    ' ',
  );
