import type { UseRegistry } from '../../site/uses/registry.ts';
import { codesWith, codesWithGroups, codesWithTerminals, codesWithZones } from './quickCode.repository.ts';

/** Registers quick codes as users of terminals, groups, zones, virtual casters and saved tasks. */
export function registerCodeUses(uses: UseRegistry): void {
  uses.register('terminal', codesWithTerminals);
  uses.register('terminal_group', codesWithGroups);
  uses.register('partition', codesWithZones);
  for (const kind of ['virtual_caster', 'scheduled_task'] as const)
    uses.register(kind, (db, ids) => codesWith(db, kind, ids));
}
