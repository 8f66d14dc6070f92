import { quickImports } from './quickImports.ts';
import { runMain } from './startError.ts';

const keep = quickImports();
// Later than its own imports, which would be compiled before anything could be said about how.
const { serve } = await import('./serve.ts');
await runMain(serve);
keep();
