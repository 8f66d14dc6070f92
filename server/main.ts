import { runMain } from './platform/process/startError.ts';
import { quickImports } from './start/quickImports.ts';

let rootFor: string | null = null;
// Not as a part of another program, such as the demo.
if (import.meta.main && process.getuid?.() === 0)
  await runMain(async () => {
    const { dropPrivileges } = await import('./start/root/dropPrivileges.ts');
    rootFor = dropPrivileges(process.env);
  });
const keep = quickImports();
// Imported after its hooks are set up; a static import would be compiled before.
const { serve } = await import('./start/serve.ts');
await runMain(() => serve(rootFor));
void keep();
