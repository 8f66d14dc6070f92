import { z } from 'zod';
import { idSchema } from '../../api/envelope.ts';
import { fieldText } from '../../rules/fieldText.ts';
import { requiredText } from '../../rules/rules.ts';
import { defineEntity } from '../entity.ts';
import type { TerminalKind } from './terminalKind.ts';

const name = z.string().trim().pipe(requiredText('name'));
const memberIds = z.array(idSchema).max(20_000);

/** Number of members that a caller sees: terminals by presence, alarm plans and linkage tasks in total. */
const terminalCounts = {
  online: z.number().int().describe('Number of members that are connected.'),
  offline: z.number().int().describe('Number of members that are not connected.'),
  behind_relay: z.number().int().describe('Number of members whose relay is not connected.'),
};
const thingCounts = { count: z.number().int().describe('Number of members within the zones of the caller.') };

/** Key such as `fire_control_device_group` as words. */
const words = (key: string) =>
  key
    .replace('fire_control_device', 'fire_terminal')
    .replace('xtts', 'TTS_terminal')
    .replace('dialogue', 'dialogue_terminal')
    .replaceAll('_', ' ');

/**
 * A group of members of one kind (a name and member ids; for devices the ids are `device_ids`). A caller
 * sees and writes only the members within its zones: the rest of the list stays as it is.
 *
 * @param key as in the permission keys and the path, e.g. `device_group`
 * @param members the field of the member ids
 * @param counts the fields of its row that count the members within the caller's zones
 */
export function groupEntity<Key extends string, Members extends string, Counts extends z.ZodRawShape>(
  key: Key,
  members: Members,
  counts: Counts,
) {
  const field = <T extends z.ZodType>(type: T) => ({ [members]: type }) as Record<Members, T>;
  const entity = defineEntity({
    path: key,
    key,
    noun: {
      one: `${words(key)}`,
      many: `${words(key)}s`,
      about: `A ${words(key)} names a set of members; broadcasts and lists use it.`,
      removal: 'Its members are kept.',
      failures: {
        write: {
          forbidden: ['group.notWhole'],
          notFound: ['terminal.notFound'],
          refused: ['broadcast.alarmInProgress'],
        },
        remove: {
          forbidden: ['group.notWhole'],
          // Quick codes name groups of loudspeakers.
          ...(key === 'device_group' ? { conflict: ['common.inUse', 'common.inUseElsewhere'] as const } : {}),
        },
      },
    },
    example: { name: 'Ground floor', [members]: [3, 4] } as object as never,
    row: z.object({
      id: z.number().int().describe(fieldText.id),
      name: z.string().describe(fieldText.name),
      ...counts,
      whole: z.boolean().describe(fieldText.whole),
      rev: z.number().int().describe(fieldText.rev),
      created_at: z.number().int().describe(fieldText.created_at),
      /** Absent in lists, because fifty groups of 2,000 members would be a megabyte. */
      ...field(z.array(z.number().int()).optional().describe('Ids of the members; absent in lists.')),
    }),
    create: z.object({
      name: name.describe(fieldText.name),
      ...field(memberIds.default([]).describe('Ids of the members.')),
    }),
    /** Member ids: the full new list within the caller's zones. */
    patch: z.object({
      name: name.optional().describe(fieldText.name),
      ...field(memberIds.optional().describe('All members of the group within the zones of the caller.')),
    }),
    filter: z.object({}),
    sortable: ['name', 'created_at'],
    searchable: ['name'],
  });
  return { ...entity, members };
}

/** Group of sound terminals. */
export const deviceGroupEntity = groupEntity('device_group', 'device_ids', terminalCounts);
export type DeviceGroup = z.output<typeof deviceGroupEntity.row>;

/** Groups of the other kinds of terminals. */
export const casterGroupEntity = groupEntity('caster_group', 'caster_ids', terminalCounts);
export const dialogueGroupEntity = groupEntity('dialogue_group', 'dialogue_ids', terminalCounts);
export const capturerGroupEntity = groupEntity('capturer_group', 'capturer_ids', terminalCounts);
export const xttsGroupEntity = groupEntity('xtts_group', 'xtts_ids', terminalCounts);
export const fireControlDeviceGroupEntity = groupEntity(
  'fire_control_device_group',
  'fire_control_device_ids',
  terminalCounts,
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

/** Groups of alarm plans; groups of linkage tasks follow. */
export const alarmPlanGroupEntity = groupEntity('alarm_plan_group', 'alarm_plan_ids', thingCounts);
export const linkageTaskGroupEntity = groupEntity('linkage_task_group', 'linkage_task_ids', thingCounts);

/** Groups that list member ids; media belong to at most one group each instead (contract/entities/sound/library.ts). */
export const groupEntities = {
  ...terminalGroupEntities,
  alarm_plan: alarmPlanGroupEntity,
  linkage_task: linkageTaskGroupEntity,
} as const;
/** Kind of the members of a group, named as in permission keys and topics. */
export type GroupMember = keyof typeof groupEntities;
/** All kinds of group members. */
export const groupMembers = Object.keys(groupEntities) as GroupMember[];

/** Tells whether the members are terminals, which have a presence. */
export function isTerminalGroup(member: GroupMember): member is TerminalKind {
  return member in terminalGroupEntities;
}

/** Live row of a group, e.g. in the topic `device_group`; the counts cover the members that the reader may see. */
export interface GroupLive extends Record<string, unknown> {
  id: number;
  /** Zones of its members within the reader's zones; null: no members yet. */
  org: readonly number[] | null;
  name: string;
  /** Number of online terminals among the members. */
  online?: number;
  offline?: number;
  /** Number of terminals whose relay is lost. */
  behind_relay?: number;
  /** Number of members of other kinds. */
  count?: number;
  whole: boolean;
  rev: number;
}

/** Number of members of a group that the reader sees. */
export function groupSize({
  online = 0,
  offline = 0,
  behind_relay = 0,
  count = 0,
}: Partial<GroupLive>): number {
  return online + offline + behind_relay + count;
}
