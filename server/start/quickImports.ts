import { mkdirSync, statSync } from 'node:fs';
import module, { type ResolveFnOutput, registerHooks } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { giveTo, isRoot } from '../platform/db/embedded/postgresAccount.ts';

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url));
/**
 * Folder of compiled code, beside the packages rather than in the data folder: the account that starts the server
 * executes it, which may be root on another account's data.
 */
const usual = join(packages, '.cache', 'tocsin');

/** Packages of many small ES modules. */
const modulePackages = /\/node_modules\/(drizzle-orm|zod)\//;
/** Delay of the rest after the start of the server, ms: recovery of broadcasts, terminals and consoles goes first. */
const REST_MS = 30_000;

/**
 * Speeds up imports, because a server that was killed in an alarm must sound again within 5 s: stripped and
 * compiled code is cached across starts, and files are not resolved one by one.
 *
 * @returns stores what was compiled since; later imports what only some requests need, and stores the code of
 * workers; to be called once everything is imported
 */
export function quickImports(): () => Promise<void> {
  // As a service it cannot write to its own installation.
  const folder = process.env.NODE_COMPILE_CACHE || usual;
  // Node looks at the file system for each import, 3,500 in all, and parses the package.json of a package for each again.
  const resolved = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = '' } = context;
      const isOurs = !parentURL.includes('/node_modules/');
      // These imports name the whole path of a file.
      const format = isOurs ? 'module-typescript' : modulePackages.test(parentURL) ? 'module' : null;
      if (format !== null && specifier.startsWith('.') && specifier.endsWith(isOurs ? '.ts' : '.js'))
        return { url: new URL(specifier, parentURL).href, format, shortCircuit: true };
      const isSame = specifier.startsWith('drizzle-orm') || (isOurs && context.conditions.includes('import'));
      if (!isSame || specifier.startsWith('.')) return next(specifier, context);
      const found = resolved.get(specifier) ?? next(specifier, context);
      resolved.set(specifier, found);
      return { ...found, shortCircuit: true };
    },
  });
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // A read-only installation compiles at every start.
    return importRest;
  }
  module.enableCompileCache(folder);
  const handOver = () => {
    if (folder !== usual) return;
    try {
      const { uid, gid } = statSync(packages);
      if (isRoot() && uid !== 0) giveTo({ uid, gid }, join(packages, '.cache'));
    } catch {
      // Its owner compiles again; the server runs on.
    }
  };
  return async () => {
    module.flushCompileCache();
    handOver();
    await importRest();
    try {
      const { storeCompiled } = await import('../platform/workers/storeCompiled.ts');
      const { workerPrograms } = await import('./workerPrograms.ts');
      await storeCompiled(workerPrograms);
    } catch {
      // The tree is being replaced by another version, whose start stores its own.
    }
    handOver();
  };
}

/** Imports later what would otherwise stop the event loop during the first request that needs it. */
async function importRest(): Promise<void> {
  await delay(REST_MS, undefined, { ref: false });
  try {
    const { loadXlsxWriter } = await import('../platform/export/asFile.ts');
    await loadXlsxWriter();
  } catch {
    // The tree is being replaced by another version.
  }
}
