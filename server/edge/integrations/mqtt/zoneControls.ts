import type { LiveRow } from '../../../../contract/api/live.ts';
import type { ZoneControl } from '../../../../contract/entities/site/zoneControl.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { Zones } from '../../../site/zones/zones.ts';

/** Zone that takes commands, with the names of what they can play there. */
export interface ControlledZone {
  id: number;
  /** Files of its siren by tone, in their order; empty: no siren. */
  tones: ReadonlyMap<string, number>;
  tasks: readonly { id: number; name: string }[];
  /** True while a sound that its siren started is on the air. */
  isSounding: boolean;
}

type Named = LiveRow & { name: string };

export interface ZoneControlsDeps {
  live: Pick<LiveHub, 'topic'>;
  /** Media files: the rows of their topic have no names. */
  files: { get(id: number): Pick<Named, 'name' | 'org'> | undefined };
  zones: Pick<Zones, 'get'>;
}

/**
 * Finds the zones that are offered to the other system: those that exist and that the account may use, with the
 * files and tasks that exist and that the account sees. Files of one name are told apart by their id.
 *
 * @param isSounding tells if the siren of a zone sounds
 */
export function controlledZones(
  { live, files, zones }: ZoneControlsDeps,
  controls: readonly ZoneControl[],
  acting: Caller | null,
  isSounding: (zone: number) => boolean,
): ControlledZone[] {
  if (acting === null || !acting.permissions.has('operate_real_time_task')) return [];
  const named = (found: typeof files, id: number | null) => {
    const row = id === null ? undefined : found.get(id);
    return row !== undefined && inScope(acting.scope, row.org) ? row.name : undefined;
  };
  const savedTasks = live.topic<Named>('scheduled_task');
  const mayRun = acting.permissions.has('operate_task');
  return [...new Set(controls.map(({ zone }) => zone))]
    .filter((id) => zones.get(id) !== undefined && inScope(acting.scope, id))
    .map((id) => {
      const tones = new Map<string, number>();
      const tasks = new Map<number, string>();
      for (const { zone, file, scheduled_task } of controls) {
        if (zone !== id) continue;
        const tone = named(files, file);
        if (tone !== undefined && file !== null) tones.set(tones.has(tone) ? `${tone} #${file}` : tone, file);
        const task = mayRun ? named(savedTasks, scheduled_task) : undefined;
        if (task !== undefined && scheduled_task !== null) tasks.set(scheduled_task, task);
      }
      return {
        id,
        tones,
        tasks: [...tasks].map(([task, name]) => ({ id: task, name })),
        isSounding: isSounding(id),
      };
    });
}

/** Components of a zone in Home Assistant by which it is controlled. A null name is that of the device. */
export function controlComponents(
  { root, node }: { root: string; node: string },
  zone: ControlledZone,
): Record<string, object> {
  const at = `${root}/zone/${zone.id}`;
  const part = (p: string, key: string, topic: string, more: object) => ({
    [`zone_${zone.id}_${key}`]: {
      ...{ p, unique_id: `${node}_zone_${zone.id}_${key}`, command_topic: `${at}/${topic}`, qos: 1 },
      ...more,
    },
  });
  const tones = [...zone.tones.keys()];
  return {
    ...(tones.length === 0
      ? {}
      : part('siren', 'siren', 'siren/set', {
          name: null,
          state_topic: `${at}/siren`,
          available_tones: tones,
          support_duration: true,
          support_volume_set: true,
        })),
    ...part('notify', 'say', 'say', { name: null }),
    ...part('button', 'stop', 'stop', { name: '■', payload_press: 'stop' }),
    ...Object.assign(
      {},
      ...zone.tasks.flatMap(({ id, name }) =>
        (['start', 'stop'] as const).map((action) =>
          part('button', `task_${id}_${action}`, `task/${id}/set`, {
            name: `${name} ${action === 'start' ? '▶' : '■'}`,
            payload_press: action,
          }),
        ),
      ),
    ),
  };
}
