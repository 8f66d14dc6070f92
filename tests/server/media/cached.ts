import { mkdtempSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';

/** Program that says as a line of JSON which compile cache it uses, and whether it can write to it (its argument). */
const [, , cache] = process.argv;
let writes = false;
try {
  if (cache !== undefined) mkdtempSync(join(cache, 'changed-'));
  writes = cache !== undefined;
} catch {
  // Read-only, as it should be.
}
const sandbox = process.env.TOCSIN_SANDBOX ?? 'none';
process.stdout.write(`${JSON.stringify({ folder: getCompileCacheDir(), sandbox, writes })}\n`);
