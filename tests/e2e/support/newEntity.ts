import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);

/** Files of the new entity, by their place in the tree; named `.txt` here, as they belong to another tree. */
const added = {
  'contract/entities/declarations/site/siren.ts': 'siren.declaration.ts',
  'contract/entities/site/siren.ts': 'siren.ts',
  'server/site/sirens/siren.table.ts': 'siren.table.ts',
  'server/site/sirens/siren.repository.ts': 'siren.repository.ts',
  'src/views/system/sirens/Sirens.tsx': 'Sirens.tsx',
};

/** Lines added to files of the tree, each before the first line that begins with a text. */
const insertions: readonly { file: string; before: string; text: string }[] = [
  {
    file: 'contract/entities/registry.ts',
    before: 'import { site, sysConfig }',
    text: "import { siren } from './declarations/site/siren.ts';",
  },
  { file: 'contract/entities/registry.ts', before: '] as const satisfies', text: '  siren,' },
  {
    file: 'server/start/modules.ts',
    before: 'import * as air',
    text: `import { sirenEntity } from '../../contract/entities/site/siren.ts';
import { sirens } from '../site/sirens/siren.repository.ts';`,
  },
  {
    file: 'server/start/modules.ts',
    before: '/**',
    text: "import { zonedEntity } from './modules/zonedEntity.ts';\n",
  },
  {
    file: 'server/start/modules.ts',
    before: '  .with(terminals.terminals)',
    text: '  .with(zonedEntity(sirenEntity, sirens))',
  },
  {
    file: 'src/views/screens.ts',
    before: '];',
    text: `  {
    path: 'menu_siren',
    codes: ['list_siren'],
    menu: 'system',
    icon: AlertUrgentRegular,
    view: () => import('./system/sirens/Sirens.tsx'),
  },`,
  },
];

/** Folders and files that the server and the console need. */
const parts = [
  ...['brands', 'contract', 'espeak', 'locales', 'public', 'scripts', 'server', 'src', 'talk', 'terminal'],
  ...['drizzle.config.ts', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'],
];

export interface Tree {
  folder: string;
  /** Files that were added or changed by hand, and the lines in them. */
  files: number;
  lines: number;
  remove(): void;
}

/** Copies the tree, and adds an entity as Walk 5 of docs/architecture.md says. */
export function treeWithEntity(): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-tree-'));
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  let lines = 0;
  for (const [path, name] of Object.entries(added)) {
    const text = readFileSync(join(import.meta.dirname, 'newEntity', `${name}.txt`), 'utf8');
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    lines += text.trimEnd().split('\n').length;
  }
  for (const { file, before, text } of insertions) {
    const path = join(folder, file);
    const old = readFileSync(path, 'utf8').split('\n');
    const at = old.findIndex((line) => line.startsWith(before));
    if (at < 0) throw new Error(`${file} has no line that begins with ${before}`);
    writeFileSync(path, old.toSpliced(at, 0, text).join('\n'));
    lines += text.split('\n').length;
  }
  const files = new Set([...Object.keys(added), ...insertions.map(({ file }) => file)]).size;
  return { folder, files, lines, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Generates the migration, checks the types of server and console, and builds the console. The checker's threads would
 * check shared types several times; and a console that is loaded from this machine need not be small.
 */
export async function buildTree({ folder }: Tree): Promise<void> {
  const tool = (name: string, ...args: string[]) =>
    run(process.execPath, [join(root, 'node_modules', name), ...args], { cwd: folder, maxBuffer: 1e8 });
  await tool('drizzle-kit/bin.cjs', 'generate', '--name', 'sirens');
  await Promise.all([
    tool('typescript/bin/tsc', '--noEmit', '--singleThreaded'),
    tool('vite/bin/vite.js', 'build', '--logLevel', 'error', '--minify', 'false', '--sourcemap', 'false'),
  ]);
  if (!readdirSync(join(folder, 'dist/web')).includes('index.html')) throw new Error('there is no console');
}
