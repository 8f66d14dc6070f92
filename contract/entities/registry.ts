import type { Declaration } from './declaration.ts';
import { user } from './declarations/site/account.ts';
import { backup } from './declarations/site/backup.ts';
import { integration } from './declarations/site/integration.ts';
import { node } from './declarations/site/node.ts';
import { pair } from './declarations/site/pair.ts';
import { partition } from './declarations/site/partition.ts';
import { phoneCall } from './declarations/site/phoneCall.ts';
import { relay } from './declarations/site/relay.ts';
import { role } from './declarations/site/role.ts';
import { sampleSite } from './declarations/site/sampleSite.ts';
import { sitePlan } from './declarations/site/sitePlan.ts';
import { site, sysConfig } from './declarations/site/systemConfig.ts';
import { file, fileGroup } from './declarations/sound/file.ts';
import { presetText, presetTextGroup } from './declarations/sound/presetText.ts';
import { radio, radioGroup } from './declarations/sound/radio.ts';
import { recordFile } from './declarations/sound/recordFile.ts';
import { alarm, alarmEnded, alarmRecord } from './declarations/tasks/alarm.ts';
import { alarmPlan, alarmPlanGroup } from './declarations/tasks/alarmPlan.ts';
import { task } from './declarations/tasks/broadcast.ts';
import { capturerTask } from './declarations/tasks/capturerTask.ts';
import { gpioTask } from './declarations/tasks/gpioTask.ts';
import { linkageTask, linkageTaskGroup } from './declarations/tasks/linkageTask.ts';
import { plan } from './declarations/tasks/plan.ts';
import { queuedStart } from './declarations/tasks/queuedStart.ts';
import { quickCode } from './declarations/tasks/quickCode.ts';
import { scheduledTask } from './declarations/tasks/scheduledTask.ts';
import { talkLink } from './declarations/tasks/talkLink.ts';
import { unplayedStart } from './declarations/tasks/unplayedStart.ts';
import { call } from './declarations/terminals/call.ts';
import { capturer, capturerGroup } from './declarations/terminals/capturer.ts';
import { caster, casterGroup } from './declarations/terminals/caster.ts';
import { device, deviceGroup, terminalFound } from './declarations/terminals/device.ts';
import { dialogue, dialogueGroup } from './declarations/terminals/dialogue.ts';
import { fault, faultEnded } from './declarations/terminals/fault.ts';
import { fireControlDevice, fireControlDeviceGroup } from './declarations/terminals/fireControlDevice.ts';
import { io } from './declarations/terminals/io.ts';
import { pairingCode } from './declarations/terminals/pairing.ts';
import { signal } from './declarations/terminals/signal.ts';
import { upgrade, upgradeFile } from './declarations/terminals/upgrade.ts';
import { virtualCaster } from './declarations/terminals/virtualCaster.ts';
import { ttsLicense, xtts, xttsGroup } from './declarations/terminals/xtts.ts';

/**
 * Every entity, declared once, in the order of the permission matrix. Topics, feeds, permission keys, the words of the
 * audit log, and the columns of import and export follow from it. Declarations import no schema, because the
 * login page and the permission keys, which the schema of a role contains, need them.
 */
export const declarations = [
  plan,
  task,
  device,
  deviceGroup,
  caster,
  casterGroup,
  role,
  user,
  file,
  fileGroup,
  presetText,
  presetTextGroup,
  radio,
  radioGroup,
  xtts,
  xttsGroup,
  capturer,
  capturerGroup,
  alarmPlan,
  alarmPlanGroup,
  fireControlDevice,
  fireControlDeviceGroup,
  linkageTask,
  linkageTaskGroup,
  partition,
  sitePlan,
  dialogue,
  dialogueGroup,
  gpioTask,
  quickCode,
  upgradeFile,
  integration,
  phoneCall,
  virtualCaster,
  scheduledTask,
  capturerTask,
  terminalFound,
  call,
  queuedStart,
  unplayedStart,
  talkLink,
  fault,
  faultEnded,
  alarm,
  alarmEnded,
  alarmRecord,
  io,
  upgrade,
  signal,
  recordFile,
  ttsLicense,
  site,
  backup,
  sampleSite,
  pair,
  node,
  relay,
  sysConfig,
  pairingCode,
] as const satisfies readonly Declaration[];

export type Declared = (typeof declarations)[number];
/** Declarations that have a field. */
export type Declaring<Field extends keyof Declaration> = Extract<Declared, Record<Field, unknown>>;

/** Selects the declarations that have a field, in their order. */
export function declaring<Field extends keyof Declaration>(field: Field): readonly Declaring<Field>[] {
  return declarations.filter((one): one is Declaring<Field> => field in one);
}
