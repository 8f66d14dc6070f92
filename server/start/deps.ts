import type { Outside } from './modules/outside.ts';
import { modules } from './modules.ts';

/** Dependencies that the modules provide. Each uses the part that it needs; nothing is global. */
export type Deps = Awaited<ReturnType<typeof modules.open>>;

/** Opens the modules over a migrated database and loads their data into memory. */
export function createDeps(outside: Outside): Promise<Deps> {
  return modules.open(outside);
}
