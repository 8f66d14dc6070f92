import type { UseRegistry } from '../../../site/uses/registry.ts';
import { linkageTasksWith, usersOfFireDevices } from './plan.repository.ts';

/** Registers linkage tasks as users of files and preset texts, and plans and GPIO tasks as users of fire terminals. */
export function registerAlarmUses(uses: UseRegistry): void {
  uses.register('file', (db, ids) => linkageTasksWith(db, 'file', ids));
  uses.register('preset_text', (db, ids) => linkageTasksWith(db, 'preset_text', ids));
  uses.register('fire_control_device', usersOfFireDevices);
}
