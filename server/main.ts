import { raisePriority, SERVER_NICE } from './platform/process/priority.ts';
import { runMain } from './platform/process/startError.ts';
import { quickImports } from './start/quickImports.ts';

let rootFor: string | null = null;
// Not as a part of another program, such as the demo. Before root is given up, as only root may do it.
if (import.meta.main) raisePriority(Number(process.env.SERVER_NICE || SERVER_NICE));
if (import.meta.main && process.getuid?.() === 0)
  await runMain(async () => {
    const { dropPrivileges } = await import('./start/root/dropPrivileges.ts');
    rootFor = dropPrivileges(process.env);
  });
const keep = quickImports();
// Imported after its hooks are set up; a static import would be compiled before.
const { serve } = await import('./start/serve.ts');
await runMain(() => serve(rootFor, import.meta.main ? process.argv.slice(2) : []));
void keep();
