import * as air from './modules/air.ts';
import * as api from './modules/api.ts';
import * as edge from './modules/edge.ts';
import * as emergency from './modules/emergency.ts';
import { firstRun } from './modules/firstRun.ts';
import { httpsOnly } from './modules/https.ts';
import * as logins from './modules/logins.ts';
import { modulesOver } from './modules/module.ts';
import { nodes } from './modules/nodes.ts';
import type { Outside } from './modules/outside.ts';
import { pairing } from './modules/pair.ts';
import * as platform from './modules/platform.ts';
import { relaySites } from './modules/relaySites.ts';
import { relays } from './modules/relays.ts';
import { sitePlans } from './modules/sitePlans.ts';
import * as sound from './modules/sound.ts';
import * as speech from './modules/speech.ts';
import * as storage from './modules/storage.ts';
import * as supervision from './modules/supervision.ts';
import * as terminals from './modules/terminals.ts';
import * as upkeep from './modules/upkeep.ts';

/**
 * Modules of the server, in the order in which they are opened: each needs only those above it, which the compiler
 * checks. The order of the stop is in server/start/modules/stopOrder.ts.
 */
export const modules = modulesOver<Outside>()
  .with(platform.base)
  .with(platform.live)
  .with(platform.zones)
  .with(platform.hashing)
  .with(logins.proofs)
  .with(platform.config)
  .with(httpsOnly)
  .with(platform.site)
  .with(storage.journal)
  .with(logins.callers)
  .with(logins.idle)
  .with(logins.accounts)
  .with(storage.ids)
  .with(storage.retentionClock)
  .with(storage.keys)
  .with(storage.disk)
  .with(storage.databaseWatch)
  .with(storage.retention)
  .with(api.system)
  .with(api.consoles)
  .with(terminals.terminals)
  .with(terminals.plainHttp)
  .with(terminals.virtualCasters)
  .with(terminals.groups)
  .with(supervision.faults)
  .with(supervision.wrongPasswords)
  .with(supervision.io)
  .with(supervision.onlineLog)
  .with(sitePlans)
  .with(relays)
  .with(sound.media)
  .with(sound.radios)
  .with(sound.captures)
  .with(sound.alarmKeeping)
  .with(sound.recordings)
  .with(air.broadcasting)
  .with(air.foreignTerminals)
  .with(air.sourceWatch)
  .with(speech.talking)
  .with(speech.talkLinks)
  .with(air.capturerTasks)
  .with(air.schedule)
  .with(air.offlinePlayback)
  .with(emergency.gpioTasks)
  .with(emergency.emergency)
  .with(edge.taskLog)
  .with(speech.quickCodes)
  .with(speech.calls)
  .with(relaySites)
  .with(edge.integrations)
  .with(edge.panels)
  .with(edge.signals)
  .with(edge.history)
  .with(edge.upgrades)
  .with(edge.search)
  .with(upkeep.backups)
  .with(nodes)
  .with(pairing)
  .with(upkeep.snapshot)
  .with(upkeep.joining)
  .with(upkeep.rightsWatch)
  .with(edge.transfer)
  .with(firstRun);
