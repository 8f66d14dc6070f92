import type { TopicName } from '../../../contract/api/live.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { UseRegistry } from './registry.ts';
import { placed, type Use } from './used.ts';

/** Stored task with the terminals and zones that it names as its targets. */
interface Targeting {
  id: number;
  name: string;
  devices: readonly number[];
  orgs: readonly number[];
}

/**
 * Registers the stored tasks of a module as users of the terminals and zones that they name. These may be deleted
 * nevertheless: the tasks lose a target, which the question before it and the audit log say.
 *
 * @param topic live rows of the tasks
 */
export function registerTargetUses(
  { live, uses }: { live: LiveHub; uses: UseRegistry },
  topic: TopicName,
  tasks: () => Iterable<Targeting>,
): void {
  const register = (kind: 'target_terminal' | 'target_zone', field: 'devices' | 'orgs') =>
    uses.register(kind, async (_, ids) => {
      const wanted = new Set(ids);
      const found = [...tasks()].flatMap(({ id: row, name: user, [field]: targets }) =>
        targets.filter((id) => wanted.has(id)).map((id) => ({ id, user, row })),
      );
      return placed(live, topic, found);
    });
  register('target_terminal', 'devices');
  register('target_zone', 'orgs');
}

/** Field of an audit entry that names the tasks which lose a target; empty for none. */
export function lostTargets(uses: readonly Use[], id: number): Record<string, unknown> {
  const names = uses.filter((use) => use.id === id).map(({ user }) => user);
  return names.length === 0 ? {} : { target_of: names };
}
