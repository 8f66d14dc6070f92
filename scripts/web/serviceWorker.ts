import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const source = new URL('./serviceWorker.js', import.meta.url);

/**
 * Writes the worker of the installed apps with the build that it belongs to: a hash over the names of all files, which
 * contain the hashes of their contents. The pages know the same hash (`data-build`), and so whether they are older.
 */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    // After the pages were written into the bundle.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const names = Object.keys(bundle).sort().join('\n');
      const build = createHash('sha256').update(names).digest('hex').slice(0, 16);
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.html'))
          file.source = String(file.source).replace('<html ', `<html data-build="${build}" `);
      const text = readFileSync(source, 'utf8').replace('__BUILD__', build);
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: text });
    },
  };
}
