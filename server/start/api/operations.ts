import { broadcastDocs } from '../../air/broadcast/broadcast.docs.ts';
import { callDocs } from '../../air/calls/call.docs.ts';
import { capturerTaskDocs } from '../../air/capturerTasks/capturerTask.docs.ts';
import { emergencyDocs } from '../../air/emergency/emergency.docs.ts';
import { gpioDocs } from '../../air/gpio/gpio.docs.ts';
import { offlineDocs } from '../../air/offline/offline.docs.ts';
import { queueDocs } from '../../air/queue/queue.docs.ts';
import { scheduleDocs } from '../../air/schedule/schedule.docs.ts';
import { talkLinkDocs } from '../../air/talkLinks/talkLink.docs.ts';
import { appDocs } from '../../edge/apps/app.docs.ts';
import { backupDocs } from '../../edge/backup/auto/backup.docs.ts';
import { downloadDocs } from '../../edge/downloads/download.docs.ts';
import { firstRunDocs } from '../../edge/firstRun/firstRun.docs.ts';
import { integrationDocs } from '../../edge/integrations/integration.docs.ts';
import { stationDocs } from '../../edge/integrations/telephone/stations/station.docs.ts';
import { nodesDocs } from '../../edge/nodes/nodes.docs.ts';
import { pairDocs } from '../../edge/pair/pair.docs.ts';
import { panelDocs } from '../../edge/panels/panel.docs.ts';
import { searchDocs } from '../../edge/search/search.docs.ts';
import { taskLogDocs } from '../../edge/taskLog/taskLog.docs.ts';
import { upgradeDocs } from '../../edge/upgrades/upgrade.docs.ts';
import type { OperationDoc, OperationDocs } from '../../platform/api/operation.ts';
import { authDocs } from '../../platform/auth/auth.docs.ts';
import { systemDocs } from '../../platform/config/system.docs.ts';
import { liveDocs } from '../../platform/live/live.docs.ts';
import { accountDocs } from '../../site/accounts/account.docs.ts';
import { faultDocs } from '../../site/faults/fault.docs.ts';
import { foreignDocs } from '../../site/foreign/foreign.docs.ts';
import { historyDocs } from '../../site/history/history.docs.ts';
import { ioDocs } from '../../site/io/io.docs.ts';
import { sitePlanDocs } from '../../site/plans/sitePlan.docs.ts';
import { relayDocs } from '../../site/relays/relay.docs.ts';
import { signalDocs } from '../../site/signal/signal.docs.ts';
import { terminalDocs } from '../../site/terminals/terminal.docs.ts';
import { zoneDocs } from '../../site/zones/zones.docs.ts';
import { mediaDocs } from '../../sound/files/media.docs.ts';
import { radioDocs } from '../../sound/radio/radio.docs.ts';
import { recordingDocs } from '../../sound/recordings/recording.docs.ts';
import { presetTextDocs } from '../../sound/texts/presetText.docs.ts';
import { voiceDocs } from '../../sound/voice/voice.docs.ts';

/** Texts of all operations that are not generated from an entity (entityDocs.ts), by method and path. */
export const operations: OperationDocs = {
  ...accountDocs,
  ...authDocs,
  ...backupDocs,
  ...pairDocs,
  ...nodesDocs,
  ...relayDocs,
  ...broadcastDocs,
  ...callDocs,
  ...capturerTaskDocs,
  ...appDocs,
  ...firstRunDocs,
  ...downloadDocs,
  ...emergencyDocs,
  ...faultDocs,
  ...gpioDocs,
  ...historyDocs,
  ...integrationDocs,
  ...stationDocs,
  ...ioDocs,
  ...offlineDocs,
  ...liveDocs,
  ...mediaDocs,
  ...presetTextDocs,
  ...radioDocs,
  ...recordingDocs,
  ...scheduleDocs,
  ...searchDocs,
  ...signalDocs,
  ...sitePlanDocs,
  ...systemDocs,
  ...queueDocs,
  ...talkLinkDocs,
  ...taskLogDocs,
  ...terminalDocs,
  ...foreignDocs,
  ...panelDocs,
  ...upgradeDocs,
  ...voiceDocs,
  ...zoneDocs,
};

/** Texts of a route; undefined: its schema has them itself. */
export const operationOf = (method: string, path: string): OperationDoc | undefined =>
  operations[`${method} ${path}`];
