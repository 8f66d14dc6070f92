import { createOfflineTasks } from '../../air/offline/offlineTasks.ts';
import { createPlayedRecords } from '../../air/offline/playedRecords.ts';
import { createRelaySites } from '../../air/relaySites/relaySites.ts';
import { createSitePeople } from '../../air/relaySites/sitePeople.ts';
import { createStoredVolume } from '../../site/terminals/remote/storedVolume.ts';
import { siteNameOf } from '../../site/zones/siteName.ts';
import type { AirParts } from './emergency.ts';
import { modulesAmong } from './module.ts';
import type { RelayParts } from './relays.ts';
import type { Speech } from './speech.ts';

const module = modulesAmong<AirParts & RelayParts & Speech>();

/** Data that relays store to go on while their line is cut. */
export const relaySites = module({
  needs: [
    ...(['db', 'log', 'clock', 'config', 'zones', 'live', 'faults', 'now', 'journal'] as const),
    ...(['callers', 'terminals', 'hashes', 'relays', 'schedule', 'gpioTasks', 'emergency', 'io'] as const),
    ...(['quickCodes', 'groups'] as const),
  ],
  open({
    db,
    config,
    callers,
    terminals,
    schedule,
    gpioTasks,
    emergency,
    faults,
    io,
    quickCodes,
    groups,
    ...needs
  }) {
    const { index, sources, runs } = schedule;
    const { log, live, hashes, now } = needs;
    const records = createPlayedRecords({ db, index, runs, faults, now });
    const { directory, gateway, casters } = terminals;
    createRelaySites({
      ...{ ...needs, db, directory, gateway, casters, records },
      alarms: emergency.atRelays,
      schedule: createOfflineTasks({
        ...{ index, sources, hashes, live, now, log, all: true },
        stopped: records.stopped,
        started: () =>
          new Set([...gpioTasks.tasks(), ...quickCodes.codes()].flatMap((one) => one.scheduled_task ?? [])),
      }),
      reaches: index.reaches,
      setVolume: createStoredVolume({ db, terminals }),
      people: createSitePeople({ db, callers }),
      gpioTasks: () => gpioTasks.tasks(),
      quickCodes: () => quickCodes.codes(),
      groups: groups.device,
      takeInputs(active) {
        io.takeInputs(active);
        for (const terminal of Object.keys(active)) gpioTasks.follow(Number(terminal));
      },
      siteName: () => siteNameOf(config.get(), needs.zones),
      rules: () => ({ weights: config.get(), voiceMix: config.get().voice_mix }),
      aloneS: () => config.get().alarm_alone_minutes * 60,
    });
    return {};
  },
});
