import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Extensions of text files. Source maps are for developers and stay uncompressed. */
const kinds = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** Below this a second file saves nothing that is felt, bytes. */
const least = 1_024;

/**
 * Beside each file of the built pages lies what goes over the line: `.br` and `.gz`, so that a console on a slow link
 * loads a quarter, and the server compresses nothing while it plays.
 */
export async function precompress(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(names.filter((name) => kinds.has(extname(name))).map((name) => one(join(folder, name))));
}

async function one(file: string): Promise<void> {
  if ((await stat(file)).size < least) return;
  const bytes = await readFile(file);
  const br = await promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  await Promise.all([
    writeFile(`${file}.br`, br),
    promisify(gzip)(bytes, { level: 9 }).then((gz) => writeFile(`${file}.gz`, gz)),
  ]);
}
