import { z } from 'zod';
import { idSchema } from '../envelope.ts';
import { defineEntity } from './entity.ts';
import type { TerminalKind } from './terminal.ts';

const name = z.string().trim().min(1).max(50);
const memberIds = z.array(idSchema).max(20_000);

/**
 * A group of terminals of one kind (spec 3: a name and member ids; for devices the ids are `device_ids`). A caller
 * sees and writes only the members within its zones: the rest of the list stays as it is.
 *
 * @param key as in the permission keys and the path, e.g. `device_group`
 * @param members the field of the member ids
 */
export function groupEntity<Key extends string, Members extends string>(key: Key, members: Members) {
  const field = <T extends z.ZodType>(type: T) => ({ [members]: type }) as Record<Members, T>;
  const entity = defineEntity({
    path: key,
    key,
    row: z.object({
      id: z.number().int(),
      name: z.string(),
      /** Members within the caller's zones. */
      online: z.number().int(),
      offline: z.number().int(),
      /** Every member lies within the caller's zones: only then may the group be renamed or deleted. */
      whole: z.boolean(),
      rev: z.number().int(),
      created_at: z.number().int(),
      /** Absent in lists: fifty groups of 2,000 would be a megabyte. */
      ...field(z.array(z.number().int()).optional()),
    }),
    create: z.object({ name, ...field(memberIds.default([])) }),
    /** Member ids: all that the group shall have within the caller's zones. */
    patch: z.object({ name: name.optional(), ...field(memberIds.optional()) }),
    filter: z.object({}),
    sortable: ['name', 'created_at'],
    searchable: ['name'],
  });
  return { ...entity, members };
}

/** Group of sound terminals. */
export const deviceGroupEntity = groupEntity('device_group', 'device_ids');
export type DeviceGroup = z.output<typeof deviceGroupEntity.row>;

/** Groups of the other kinds of terminals (spec 3, 6; those of dialogue terminals are ours). */
export const casterGroupEntity = groupEntity('caster_group', 'caster_ids');
export const dialogueGroupEntity = groupEntity('dialogue_group', 'dialogue_ids');
export const capturerGroupEntity = groupEntity('capturer_group', 'capturer_ids');
export const xttsGroupEntity = groupEntity('xtts_group', 'xtts_ids');
export const fireControlDeviceGroupEntity = groupEntity(
  'fire_control_device_group',
  'fire_control_device_ids',
);

/** The groups of each kind of terminals. */
export const terminalGroupEntities = {
  device: deviceGroupEntity,
  caster: casterGroupEntity,
  dialogue: dialogueGroupEntity,
  capturer: capturerGroupEntity,
  xtts: xttsGroupEntity,
  fire_control_device: fireControlDeviceGroupEntity,
} as const satisfies Record<TerminalKind, { members: string }>;

/** Live row of a group, e.g. in the topic `device_group`; the counts cover the members that the reader may see. */
export interface GroupLive extends Record<string, unknown> {
  id: number;
  /** Zones of its members, as far as the reader may see them; null: it has no members yet. */
  org: readonly number[] | null;
  name: string;
  online: number;
  offline: number;
  whole: boolean;
  rev: number;
}
