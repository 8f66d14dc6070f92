import type { OfflineCopies } from '../../../contract/entities/tasks/offlineStorage.ts';
import { type Broadcasting, createBroadcasting } from '../../air/broadcast/broadcasting.ts';
import { watchSources } from '../../air/broadcast/sourceWatch.ts';
import { type CapturerTasks, createCapturerTasks } from '../../air/capturerTasks/capturerTasks.ts';
import { createOfflinePlayback, type OfflinePlayback } from '../../air/offline/offlinePlayback.ts';
import { createPlayedRecords } from '../../air/offline/playedRecords.ts';
import type { TaskRow } from '../../air/schedule/schedule.repository.ts';
import { createSchedule, type Schedule } from '../../air/schedule/schedule.ts';
import { foreignRoutes } from '../../site/foreign/foreign.routes.ts';
import { serveForeignTerminals } from '../../site/foreign/foreignTerminals.ts';
import { createDeferredQuery, type DeferredQuery } from './deferredQuery.ts';
import { modulesAmong } from './module.ts';
import { entityNeeds } from './platform.ts';
import type { Sound } from './sound.ts';
import type { SiteParts } from './supervision.ts';

/** Broadcasts, and the tasks that start them without an input. */
export interface Air {
  broadcasting: Broadcasting;
  /** Terminals that hold a task for offline playback; null: it is not kept. Answered by the offline playback. */
  keptAt: DeferredQuery<[TaskRow], OfflineCopies | null>;
  capturerTasks: CapturerTasks;
  schedule: Schedule;
  /** Manifests of what terminals store. */
  offlinePlayback: OfflinePlayback;
}

const module = modulesAmong<SiteParts & Sound & Air>();
/** Needs of everything that puts sound on the air. */
export const airNeeds = [...entityNeeds, 'ids', 'terminals', 'groups', 'faults'] as const;
/** Needs of what alarms use, and broadcasts with them. */
export const alarmNeeds = [
  'clock',
  'config',
  'metrics',
  'journal',
  'dataDir',
  'programmes',
  'heldSounds',
] as const;

export const broadcasting = module({
  needs: [
    ...airNeeds,
    ...alarmNeeds,
    'uses',
    'streams',
    'captures',
    'alarmKeeping',
    'recordings',
    'finders',
    'now',
    'leadsAlone',
  ],
  async open({ recordings, groups, finders, leadsAlone = () => true, ...needs }, onStop) {
    const { record, pages: recordedPages } = recordings;
    const broadcasting = await createBroadcasting({
      ...{ ...needs, leadsAlone },
      groups: groups.device,
      record,
      recordedPages,
    });
    finders.topics('task');
    onStop('broadcasting', broadcasting.close);
    return { broadcasting };
  },
  routes(app, { terminals, broadcasting }) {
    terminals.routes(app, broadcasting.service.stopAt);
    broadcasting.routes(app);
  },
});

/** Loudspeakers of other makes. */
export const foreignTerminals = module({
  needs: [
    'clock',
    'terminals',
    'broadcasting',
    'faults',
    'log',
    'env',
    'secretBox',
    'sipTimes',
    'connectedTimes',
  ],
  open({ terminals, broadcasting, ...needs }, onStop) {
    const { engine } = broadcasting;
    const rankOf = (id: number) => engine.get(id)?.claim.rank ?? { weight: 0, started_at: 0, id };
    onStop('foreignTerminals', serveForeignTerminals({ ...needs, ...terminals, rankOf }));
    return {};
  },
  routes: (app, { terminals, ...deps }) => foreignRoutes(app, { ...deps, ...terminals }),
});

export const sourceWatch = module({
  needs: ['broadcasting', 'faults', 'zones', 'faultTimes'],
  open({ broadcasting, faults, zones, faultTimes }, onStop) {
    const { engine } = broadcasting;
    onStop('sourceWatch', watchSources({ engine, faults, zones, afterMs: faultTimes?.sourceMs }));
    return {};
  },
});

export const capturerTasks = module({
  needs: [
    ...airNeeds,
    'targetingTasks',
    'uses',
    'broadcasting',
    'captures',
    'faultTimes',
    'heldRows',
    'journal',
    'finders',
  ],
  async open({ groups, faultTimes, heldRows, finders, ...needs }, onStop) {
    const capturerMs = faultTimes?.capturerMs;
    const capturerTasks = await createCapturerTasks({ ...needs, groups: groups.device, capturerMs });
    onStop('capturerTasks', capturerTasks.close);
    heldRows.add(['capturer_task'], capturerTasks.load);
    finders.topics('capturer_task');
    return { capturerTasks };
  },
  routes: (app, { capturerTasks }) => capturerTasks.routes(app),
});

export const schedule = module({
  needs: [
    ...airNeeds,
    'clock',
    'config',
    'metrics',
    'uses',
    'targetingTasks',
    'env',
    'isAway',
    'snapshotAt',
    'faultTimes',
    'now',
    'programmes',
    'streams',
    'policy',
    'captures',
    'broadcasting',
    'heldRows',
    'journal',
    'finders',
  ],
  async open({ env, groups, heldRows, finders, ...needs }, onStop) {
    const keptAt: Air['keptAt'] = createDeferredQuery((_task) => null);
    const kept = { at: keptAt.query };
    const timeZone = env.TZ_SITE;
    const schedule = await createSchedule({ ...needs, groups: groups.device, timeZone, kept });
    onStop('schedule', schedule.close);
    heldRows.add(['scheduled_task', 'plan'], schedule.load);
    finders.topics('scheduled_task', 'plan');
    return { schedule, keptAt };
  },
  routes: (app, { schedule }) => schedule.routes(app),
});

export const offlinePlayback = module({
  needs: [
    'db',
    'log',
    'live',
    'config',
    'terminals',
    'hashes',
    'alarmKeeping',
    'faults',
    'faultTimes',
    'now',
    'schedule',
    'keptAt',
  ],
  open({ db, config, alarmKeeping, schedule, keptAt, ...needs }, onStop) {
    const { index, sources, tasks, runs } = schedule;
    const offlinePlayback = createOfflinePlayback({
      ...needs,
      ...{ index, sources, tasks, alarms: alarmKeeping },
      rules: () => ({ weights: config.get(), voiceMix: config.get().voice_mix }),
      ...createPlayedRecords({ db, index, runs, faults: needs.faults, now: needs.now }),
    });
    onStop('offlinePlayback', offlinePlayback.close);
    keptAt.setSource(offlinePlayback.keptAt);
    return { offlinePlayback };
  },
  routes: (app, { offlinePlayback }) => offlinePlayback.routes(app),
});
