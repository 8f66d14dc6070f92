/**
 * The step before every npm script: installs the packages if they are missing or not those of the lock file, and
 * with the argument `web` builds the console, terminal and phone pages if their sources changed. Plain JavaScript without
 * dependencies, for any Node from 18 up: it runs before the project's own Node is there.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const at = (...parts) => join(root, ...parts);
const nodeBinary = at('node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');

function fail(text, code = 1) {
  process.stderr.write(`\n${text}\n\n`);
  process.exit(code || 1);
}

/** True when what npm put into node_modules is what the lock file asks for, and the project's Node is there. */
function isInstalled() {
  if (!existsSync(nodeBinary)) return false;
  let wanted;
  let present;
  try {
    wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
    // npm writes this file last, so half an installation has none.
    present = JSON.parse(readFileSync(at('node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
    if (path === '' || link) return true;
    const found = present[path];
    // Optional packages are those of other systems.
    if (!found) return Boolean(optional);
    return found.version === version && found.integrity === integrity;
  });
}

function install() {
  console.log('Installing packages (the first time this takes a minute or two) …');
  const options = [
    'ci',
    // A setting NODE_ENV=production must not leave out what builds the console.
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    // Hides what nobody can act on here: deprecations deep in the tree, engines of packages that run under the
    // project's own Node and not under this one.
    '--loglevel=error',
  ];
  // The Node that runs npm, not the one in node_modules, which `npm ci` is about to remove.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const run =
    npm && node
      ? spawnSync(node, [npm, ...options], { cwd: root, stdio: 'inherit' })
      : spawnSync('npm', options, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
  if (run.status !== 0) {
    fail(
      `The packages could not be installed${run.error ? `: ${run.error.message}` : ' (npm says why above)'}.\n` +
        'The first start needs a connection to the npm registry; later ones do not.',
      run.status,
    );
  }
  if (!existsSync(nodeBinary)) fail(`npm did not bring the project's Node (${nodeBinary}). Run: npm ci`);
}

/** Inputs of the web build. */
const webSources = [
  'src',
  'terminal',
  'talk',
  'contract',
  'brands',
  'locales',
  'public',
  'index.html',
  'vite.config.ts',
  'scripts/precompress.ts',
  'scripts/packageTerminal.ts',
  'scripts/web',
  'tsconfig.json',
  'package-lock.json',
];

/** Hash over names and contents, not times: a checkout or a copy of the folder does not build again. */
function webSourcesHash() {
  const hash = createHash('sha256');
  const add = (path) => {
    const stat = statSync(at(path), { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const name of readdirSync(at(path)).sort()) add(`${path}/${name}`);
    else if (stat) hash.update(`${path}\0${stat.size}\0`).update(readFileSync(at(path)));
  };
  webSources.forEach(add);
  return hash.digest('hex');
}

const webStamp = at('dist', 'web.sha256');

function isWebBuilt(hash) {
  return existsSync(webStamp) && readFileSync(webStamp, 'utf8') === hash && existsSync(at('dist', 'web'));
}

function buildWeb(hash) {
  console.log('Building the console, the terminal page and the phone page …');
  rmSync(webStamp, { force: true });
  const vite = at('node_modules', 'vite', 'bin', 'vite.js');
  const run = spawnSync(nodeBinary, [vite, 'build', '--logLevel', 'warn'], { cwd: root, stdio: 'inherit' });
  if (run.status !== 0) fail('The console could not be built (see above).', run.status);
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(webStamp, hash);
}

/** Gives files that root creates in a user's folder to that user, who could not replace them otherwise. */
function giveToOwner(path) {
  const { uid, gid } = statSync(root);
  if (process.getuid?.() !== 0 || uid === 0) return;
  const give = (entry) => {
    lchownSync(entry, uid, gid);
    for (const child of readdirSync(entry, { withFileTypes: true })) {
      const inner = join(entry, child.name);
      if (child.isDirectory()) give(inner);
      else lchownSync(inner, uid, gid);
    }
  };
  give(path);
}

if (!isInstalled()) {
  install();
  giveToOwner(at('node_modules'));
}
if (process.argv.includes('web')) {
  const hash = webSourcesHash();
  if (!isWebBuilt(hash)) {
    buildWeb(hash);
    giveToOwner(at('dist'));
    // Vite keeps its cache there.
    giveToOwner(at('node_modules'));
  }
}
