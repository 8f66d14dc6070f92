import type { SchedulerLike } from 'rxjs';
import type { PartitionLive } from '../../contract/entities/site/partition.ts';
import type { SiteLive } from '../../contract/entities/site/systemConfig.ts';
import type { FileGroupLive, FileLive } from '../../contract/entities/sound/file.ts';
import type { MediaGroupLive } from '../../contract/entities/sound/library.ts';
import type { PresetTextLive } from '../../contract/entities/sound/presetText.ts';
import type { RadioLive } from '../../contract/entities/sound/radio.ts';
import type { RecordFileNews } from '../../contract/entities/sound/recordFile.ts';
import type { AlarmEnded, AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../contract/entities/tasks/alarmPlan.ts';
import type { BroadcastLive } from '../../contract/entities/tasks/broadcast.ts';
import type { CapturerTask } from '../../contract/entities/tasks/capturerTask.ts';
import type { GpioTaskLive } from '../../contract/entities/tasks/gpioTask.ts';
import type { LinkageTaskLive } from '../../contract/entities/tasks/linkageTask.ts';
import type { Plan } from '../../contract/entities/tasks/plan.ts';
import type { QuickCodeLive } from '../../contract/entities/tasks/quickCode.ts';
import type { ScheduledTaskLive } from '../../contract/entities/tasks/scheduledTask.ts';
import type { FoundTerminal } from '../../contract/entities/terminals/device.ts';
import type { Fault } from '../../contract/entities/terminals/fault.ts';
import { type GroupLive, type GroupMember, groupMembers } from '../../contract/entities/terminals/group.ts';
import type { IoLive } from '../../contract/entities/terminals/io.ts';
import type { SignalRow } from '../../contract/entities/terminals/signal.ts';
import type { UpgradeTopicRow } from '../../contract/entities/terminals/upgrade.ts';
import type { VirtualCasterLive } from '../../contract/entities/terminals/virtualCaster.ts';
import type { TtsLicensePool } from '../../contract/entities/terminals/xtts.ts';
import type { CallLive } from '../../contract/protocol/call.ts';
import { createAlarms } from './alarm.ts';
import { type Collection, createCollections } from './collection.ts';
import type { Connection } from './connection.ts';
import { createDeviceCounts } from './device.ts';
import { addState, type DeviceRow } from './deviceState.ts';
import { createOpenFaults } from './fault.ts';
import { createFaultLines } from './faultLines.ts';
import { createFlood } from './floodSource.ts';
import { addKindState, type KindFeeds, type KindRow, type OtherKind, type TerminalRow } from './kind.ts';
import { mergeCollections } from './merge.ts';
import { createOnAir } from './task.ts';
import { createUpgrades } from './upgrade.ts';

/** Creates the live feeds of the console. A feed is subscribed at the server only while it has readers. */
export function createFeeds(connection: Pick<Connection, 'state$'>, scheduler?: SchedulerLike) {
  const collection = createCollections(connection, scheduler);
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
    groupMembers.map((member) => [member, collection<GroupLive>(`${member}_group`)]),
  ) as Record<GroupMember, Collection<GroupLive>>;
  const task = collection<BroadcastLive>('task');
  const fault = collection<Fault>('fault');
  const openFaults$ = createOpenFaults(fault);
  const alarm = collection<AlarmLive>('alarm');
  const alarms$ = createAlarms(alarm);
  const faultEnded = collection<Fault>('fault_ended');
  const alarmEnded = collection<AlarmEnded>('alarm_ended');
  const upgrade = collection<UpgradeTopicRow>('upgrade');
  return {
    device,
    task,
    fault,
    alarm,
    deviceGroup: groups.device,
    /** Terminals by kind, and the groups of each kind. */
    terminals,
    groups,
    /** Licences of TTS terminals: one row. */
    ttsLicense: collection<TtsLicensePool>('tts_license'),
    /** Terminals of every kind that the account may see. */
    allTerminals: mergeCollections<TerminalRow>([device, ...Object.values(terminals)]),
    alarmPlan: collection<AlarmPlanLive>('alarm_plan'),
    gpioTask: collection<GpioTaskLive>('gpio_task'),
    quickCode: collection<QuickCodeLive>('quick_code'),
    io: collection<IoLive>('io'),
    linkageTask: collection<LinkageTaskLive>('linkage_task'),
    partition: collection<PartitionLive>('partition'),
    virtualCaster: collection<VirtualCasterLive>('virtual_caster'),
    call: collection<CallLive>('call'),
    plan: collection<Plan>('plan'),
    scheduledTask: collection<ScheduledTaskLive>('scheduled_task'),
    capturerTask: collection<CapturerTask>('capturer_task'),
    found: collection<FoundTerminal>('terminal_found'),
    file: collection<FileLive>('file'),
    fileGroup: collection<FileGroupLive>('file_group'),
    presetText: collection<PresetTextLive>('preset_text'),
    presetTextGroup: collection<MediaGroupLive>('preset_text_group'),
    radio: collection<RadioLive>('radio'),
    signal: collection<SignalRow>('signal'),
    radioGroup: collection<MediaGroupLive>('radio_group'),
    /** Upgrade batches in progress and the last finished ones, with their terminals. */
    upgrade,
    recordings: collection<RecordFileNews>('record_file'),
    /** Titles and pictures of the site: one row. */
    site: collection<SiteLive>('site'),
    deviceCounts$: createDeviceCounts(device),
    onAir$: createOnAir(task),
    alarms$,
    openFaults$,
    faultLines$: createFaultLines(openFaults$),
    flood$: createFlood({
      alarms$,
      openFaults$,
      alarmEnded$: alarmEnded.rows$,
      faultEnded$: faultEnded.rows$,
    }),
    upgrades$: createUpgrades(upgrade),
  };
}
export type Feeds = ReturnType<typeof createFeeds>;
