import type { PgTable } from 'drizzle-orm/pg-core';
import { broadcast, broadcastOrg, broadcastTarget } from '../air/broadcast/broadcast.table.ts';
import { capturerTask } from '../air/capturerTasks/capturerTask.table.ts';
import { alarm, alarmEvent } from '../air/emergency/journal/alarm.table.ts';
import { alarmPlan, alarmPlanGroupMember } from '../air/emergency/plans/alarmPlan.table.ts';
import { linkageTask, linkageTaskGroupMember } from '../air/emergency/plans/linkageTask.table.ts';
import { gpioTask } from '../air/gpio/gpioTask.table.ts';
import { idBlock } from '../air/journal/ids.table.ts';
import { quickCode } from '../air/quickCodes/quickCode.table.ts';
import { plan, scheduledTask } from '../air/schedule/schedule.table.ts';
import { integration, integrationMessage, webhookDelivery } from '../edge/integrations/integration.table.ts';
import { upgrade, upgradeFile, upgradeTerminal } from '../edge/upgrades/upgrade.table.ts';
import { audit } from '../platform/audit/audit.table.ts';
import { account, role } from '../platform/auth/account.table.ts';
import { loginProof, loginSession } from '../platform/auth/login.table.ts';
import { preference } from '../platform/config/preference.table.ts';
import { setting } from '../platform/config/setting.table.ts';
import { idempotencyKey } from '../platform/idempotency/key.table.ts';
import { casterAccount, casterOrg } from '../site/casters/caster.table.ts';
import { virtualCaster, virtualCasterMember } from '../site/casters/virtualCaster.table.ts';
import { onlineLog } from '../site/connections/online.table.ts';
import { fault } from '../site/faults/fault.table.ts';
import { terminalGroup, terminalGroupMember } from '../site/groups/group.table.ts';
import { ioChange, ioEvent, ioHold, ioTest } from '../site/io/io.table.ts';
import { signalHour, signalLast } from '../site/signal/signal.table.ts';
import { terminal } from '../site/terminals/terminal.table.ts';
import { ttsLicense } from '../site/terminals/tts/license.table.ts';
import { accountPartition, partition } from '../site/zones/zones.table.ts';
import { file, fileGroup } from '../sound/files/file.table.ts';
import { mediaGroup } from '../sound/library/library.table.ts';
import { radio } from '../sound/radio/radio.table.ts';
import { recordFile } from '../sound/recordings/recording.table.ts';
import { presetText } from '../sound/texts/presetText.table.ts';

/** Every table of the database, for code that treats all of them; their declarations lie beside their modules. */
export const tables: readonly PgTable[] = [
  audit,
  role,
  account,
  loginProof,
  loginSession,
  preference,
  setting,
  idempotencyKey,
  casterAccount,
  casterOrg,
  virtualCaster,
  virtualCasterMember,
  onlineLog,
  fault,
  terminalGroup,
  terminalGroupMember,
  ioHold,
  ioTest,
  ioEvent,
  ioChange,
  signalLast,
  signalHour,
  terminal,
  ttsLicense,
  partition,
  accountPartition,
  fileGroup,
  file,
  mediaGroup,
  radio,
  recordFile,
  presetText,
  broadcast,
  broadcastTarget,
  broadcastOrg,
  capturerTask,
  alarm,
  alarmEvent,
  alarmPlan,
  alarmPlanGroupMember,
  linkageTask,
  linkageTaskGroupMember,
  gpioTask,
  idBlock,
  quickCode,
  plan,
  scheduledTask,
  integration,
  integrationMessage,
  webhookDelivery,
  upgradeFile,
  upgrade,
  upgradeTerminal,
];
