import { mkdirSync, statSync } from 'node:fs';
import module, { type ResolveFnOutput, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveTo, isRoot } from './db/postgresAccount.ts';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));
/**
 * What has been compiled is kept with the code that it was compiled from, and not in the data folder: it is run by
 * whoever starts the server, also by root on somebody else's data.
 */
const usual = join(packages, '.cache', 'tocsin');

/**
 * Makes imports from here on cheap, for a server that was killed in an alarm must sound again within 5 s: what was
 * stripped of types and compiled is kept from start to start, and files of Drizzle are not looked up one by one.
 *
 * @returns keeps what was compiled since; to be called once everything is imported
 */
export function quickImports(): () => void {
  // As a service it cannot write into its own program.
  const folder = process.env.NODE_COMPILE_CACHE || usual;
  // Node parses the package.json of each import anew, and this one has 180 kB.
  const resolved = new Map<string, ResolveFnOutput>();
  registerHooks({
    resolve(specifier, context, next) {
      const own = specifier.startsWith('.') && context.parentURL?.includes('/node_modules/drizzle-orm/');
      if (own && specifier.endsWith('.js'))
        return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true };
      if (!specifier.startsWith('drizzle-orm')) return next(specifier, context);
      const found = resolved.get(specifier) ?? next(specifier, context);
      resolved.set(specifier, found);
      return { ...found, shortCircuit: true };
    },
  });
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // An installation that cannot be written compiles at every start.
    return () => {};
  }
  module.enableCompileCache(folder);
  return () => {
    module.flushCompileCache();
    if (folder !== usual) return;
    const { uid, gid } = statSync(packages);
    if (isRoot() && uid !== 0) giveTo({ uid, gid }, join(packages, '.cache'));
  };
}
