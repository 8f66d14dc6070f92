import type { SchedulerLike } from 'rxjs';
import { type LiveRowOf, type TopicName, topicNames } from '../../contract/api/live.ts';
import { type GroupLive, type GroupMember, groupMembers } from '../../contract/entities/terminals/group.ts';
import { type TerminalKind, terminalKindNames } from '../../contract/entities/terminals/terminalKind.ts';
import { createAlarms } from './alarm.ts';
import { type Collection, createCollections } from './collection.ts';
import type { Connection } from './connection.ts';
import { createDeviceCounts } from './device.ts';
import { addState, type DeviceRow } from './deviceState.ts';
import { createOpenFaults } from './fault.ts';
import { createFaultLines } from './faultLines.ts';
import { createFlood, createFloodStarts } from './floodSource.ts';
import { addKindState, type KindFeeds, type KindRow, type OtherKind, type TerminalRow } from './kind.ts';
import { mergeCollections } from './merge.ts';
import { createNewFaults } from './newFaults.ts';
import { createOnAir } from './task.ts';
import { createUpgrades } from './upgrade.ts';
import { createZoneNames } from './zoneNames.ts';

/** Topics whose rows are shown as they come; those of terminals get a state first. */
type PlainTopic = Exclude<TopicName, TerminalKind>;
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
/** A collection of each topic, by its name in camel case: `preset_text` is `presetText`. */
type PlainFeeds = { [Topic in PlainTopic as CamelCase<Topic>]: Collection<LiveRowOf<Topic>> };

const camelCase = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const isPlain = (topic: TopicName): topic is PlainTopic =>
  !(terminalKindNames as readonly string[]).includes(topic);

/** Creates the live feeds of the console. `now`: monotonic clock, ms. A feed is subscribed at the server only while it has readers. */
export function createFeeds(
  connection: Pick<Connection, 'state$'>,
  scheduler?: SchedulerLike,
  now: () => number = () => performance.now(),
) {
  const collection = createCollections(connection, scheduler);
  const plain = Object.fromEntries(
    topicNames.filter(isPlain).map((topic) => [camelCase(topic), collection(topic)]),
  ) as unknown as PlainFeeds;
  const device = collection<DeviceRow>('device', { derive: addState, inPlace: true });
  const ofKind = <Kind extends OtherKind>(kind: Kind) =>
    collection<KindRow<Kind>>(kind, { derive: addKindState });
  const terminals: KindFeeds = {
    caster: ofKind('caster'),
    dialogue: ofKind('dialogue'),
    capturer: ofKind('capturer'),
    xtts: ofKind('xtts'),
    fire_control_device: ofKind('fire_control_device'),
  };
  const groups = Object.fromEntries(
    groupMembers.map((member) => [member, plain[camelCase(`${member}_group`) as keyof PlainFeeds]]),
  ) as unknown as Record<GroupMember, Collection<GroupLive>>;
  const openFaults$ = createOpenFaults(plain.fault);
  const alarms$ = createAlarms(plain.alarm);
  const flood$ = createFlood({
    alarms$,
    openFaults$,
    alarmEnded$: plain.alarmEnded.rows$,
    faultEnded$: plain.faultEnded.rows$,
  });
  return {
    ...plain,
    /** Name of a zone, with its path where the name is not unique (zoneNames.ts). */
    zoneName: createZoneNames(plain.partition, now),
    device,
    /** Terminals by kind, and the groups of each kind. */
    terminals,
    groups,
    /** Terminals of every kind that the account may see. */
    allTerminals: mergeCollections<TerminalRow>([device, ...Object.values(terminals)]),
    deviceCounts$: createDeviceCounts(device),
    onAir$: createOnAir(plain.task),
    alarms$,
    openFaults$,
    faultLines$: createFaultLines(openFaults$),
    newFaults$: createNewFaults(openFaults$, scheduler),
    flood$,
    floodStarts$: createFloodStarts(flood$, scheduler),
    upgrades$: createUpgrades(plain.upgrade),
  };
}
export type Feeds = ReturnType<typeof createFeeds>;
