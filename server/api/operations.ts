import { accountDocs } from '../accounts/account.docs.ts';
import { authDocs } from '../auth/auth.docs.ts';
import { backupDocs } from '../backup/auto/backup.docs.ts';
import { broadcastDocs } from '../broadcast/broadcast.docs.ts';
import { callDocs } from '../calls/call.docs.ts';
import { capturerTaskDocs } from '../capturerTasks/capturerTask.docs.ts';
import { downloadDocs } from '../downloads/download.docs.ts';
import { emergencyDocs } from '../emergency/emergency.docs.ts';
import { faultDocs } from '../faults/fault.docs.ts';
import { gpioDocs } from '../gpio/gpio.docs.ts';
import { integrationDocs } from '../integrations/integration.docs.ts';
import { ioDocs } from '../io/io.docs.ts';
import { keepingDocs } from '../keeping/keeping.docs.ts';
import { liveDocs } from '../live/live.docs.ts';
import { mediaDocs } from '../media/media.docs.ts';
import { presetTextDocs } from '../presetText/presetText.docs.ts';
import { radioDocs } from '../radio/radio.docs.ts';
import { recordingDocs } from '../recordings/recording.docs.ts';
import { scheduleDocs } from '../schedule/schedule.docs.ts';
import { signalDocs } from '../signal/signal.docs.ts';
import { systemDocs } from '../system/system.docs.ts';
import { taskLogDocs } from '../taskLog/taskLog.docs.ts';
import { terminalDocs } from '../terminals/terminal.docs.ts';
import { upgradeDocs } from '../upgrades/upgrade.docs.ts';
import { voiceDocs } from '../voice/voice.docs.ts';
import { zoneDocs } from '../zones/zones.docs.ts';
import type { OperationDoc, OperationDocs } from './operation.ts';

/** Texts of all operations that are not generated from an entity (entityDocs.ts), by method and path. */
export const operations: OperationDocs = {
  ...accountDocs,
  ...authDocs,
  ...backupDocs,
  ...broadcastDocs,
  ...callDocs,
  ...capturerTaskDocs,
  ...downloadDocs,
  ...emergencyDocs,
  ...faultDocs,
  ...gpioDocs,
  ...integrationDocs,
  ...ioDocs,
  ...keepingDocs,
  ...liveDocs,
  ...mediaDocs,
  ...presetTextDocs,
  ...radioDocs,
  ...recordingDocs,
  ...scheduleDocs,
  ...signalDocs,
  ...systemDocs,
  ...taskLogDocs,
  ...terminalDocs,
  ...upgradeDocs,
  ...voiceDocs,
  ...zoneDocs,
};

/** Texts of a route; undefined: its schema has them itself. */
export const operationOf = (method: string, path: string): OperationDoc | undefined =>
  operations[`${method} ${path}`];
