import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { AppError } from '../../../contract/api/errors.ts';
import { dateOf } from '../../../contract/schedule/calendar.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Config } from '../../platform/config/config.ts';
import * as settings from '../../platform/config/setting.repository.ts';
import type { Db } from '../../platform/db/client.ts';
import { createOrHeld } from '../../platform/db/orHeld.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { FaultSink, Faults } from '../../site/faults/faults.ts';
import { defaultTimes, type FaultTimes } from '../../site/faults/terminalFaults.ts';
import type { Groups } from '../../site/groups/groups.ts';
import { createStoredVolume } from '../../site/terminals/remote/storedVolume.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import type { TargetingTaskRegistry } from '../../site/uses/targetingTasks.ts';
import { registerTargetUses } from '../../site/uses/targetUses.ts';
import { zoneAbove } from '../../site/zones/zoneAbove.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { BroadcastStreams } from '../../sound/radio/broadcastStreams.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';
import type { Programmes } from '../../sound/source/programmes.ts';
import type { Broadcasting } from '../broadcast/broadcasting.ts';
import type { Ids } from '../journal/ids.ts';
import type { Journal } from '../journal/journal.ts';
import { createKeptWaits } from '../queue/keptWaits.ts';
import { createSelfTest } from '../selfTest/selfTest.ts';
import type { Captures } from '../talk/captures.ts';
import { createControl } from './control.ts';
import { createDialled, type DialledTask } from './dialledTask.ts';
import { holidayRoutes } from './holidays/holiday.routes.ts';
import { planRoutes } from './plans/plan.routes.ts';
import { createPlanService, type PlanService } from './plans/plan.service.ts';
import { createPlanFiles } from './plans/planFile.ts';
import { timetableRoutes } from './plans/timetable.routes.ts';
import { createTimetables } from './plans/timetable.service.ts';
import { publishSchedule } from './publishSchedule.ts';
import { createReaches } from './reach.ts';
import { forgetAhead, runsSince, unheard } from './run.repository.ts';
import { createRunStore } from './runStore.ts';
import { createRuns, type Runs } from './runs.ts';
import { scheduleMetrics } from './schedule.metrics.ts';
import type { TaskRow } from './schedule.repository.ts';
import { createScheduleIndex, type ScheduleIndex } from './scheduleIndex.ts';
import { createScheduler, type Scheduler, WRONG_MS } from './scheduler.ts';
import { createSources, type Sources } from './sources.ts';
import { delayRoutes } from './tasks/delay.routes.ts';
import { createDelays } from './tasks/delay.service.ts';
import { registerTargeting, registerTaskUses } from './tasks/schedule.uses.ts';
import { taskRoutes } from './tasks/task.routes.ts';
import { createTaskService, type TaskService } from './tasks/task.service.ts';
import { createTimelines } from './tasks/timeline.service.ts';
import { createTaskViews, type KeptSource } from './taskViews.ts';

/**
 * Setting that holds the last time the server was running, to find missed runs, and the interval of writing
 * it, ms.
 */
const ALIVE_KEY = 'schedule_alive';
const ALIVE_EVERY_MS = 5_000;
/** Runs missed longer ago than this are not stored individually, ms. */
const MAX_AWAY_MS = 31 * 86_400_000;
/** Maximum age of the resolved targets of tasks, ms. */
const REACH_MS = 30_000;

export interface ScheduleDeps {
  db: Db;
  /** True when the rows come from a snapshot, which has none of schedules. */
  isAway: boolean;
  /** Time of the snapshot that stands in for the database, epoch ms; null: the database is in use. */
  snapshotAt: () => number | null;
  log: { error(details: object, message: string): void };
  live: LiveHub;
  uses: UseRegistry;
  targetingTasks: Pick<TargetingTaskRegistry, 'register'>;
  metrics: Registry;
  zones: Zones;
  audit: Audit;
  ids: Pick<Ids, 'next'>;
  journal: Pick<Journal, 'add' | 'safe'>;
  clock: MediaClock;
  terminals: Terminals;
  groups: Pick<Groups, 'isVisible' | 'members' | 'revision'>;
  faults: FaultSink & Pick<Faults, 'openOf'>;
  config: Pick<Config, 'get'>;
  programmes: Programmes;
  streams: BroadcastStreams;
  /** Addresses that calendars may be read from. */
  policy: AddressPolicy;
  captures: Pick<Captures, 'open'>;
  broadcasting: Broadcasting;
  kept: KeptSource;
  /** IANA name. */
  timeZone: string;
  faultTimes?: Partial<FaultTimes>;
  /** Wall time, ms; replaced in tests. */
  now?: () => number;
}

export interface Schedule {
  scheduler: Scheduler;
  index: ScheduleIndex;
  sources: Sources;
  runs: Runs;
  tasks: TaskService;
  plans: PlanService;
  dialled: DialledTask;
  /** Reads the schedule again, and catches up with what was due since the server last had it. */
  load(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Creates plans and saved tasks: stored, shown, and started when they are due. */
export async function createSchedule(deps: ScheduleDeps): Promise<Schedule> {
  const { db, broadcasting, terminals, zones, clock } = deps;
  const { engine } = broadcasting;
  registerTaskUses(deps);
  const now = deps.now ?? Date.now;
  const where = { directory: terminals.directory, zones, groups: deps.groups };
  const reaches = createReaches(where, REACH_MS);
  const subscriptions = [
    zones.onChange(() => reaches.stale()),
    terminals.devices.subscribe({
      moved(_id, before, after) {
        if (before === null || before?.org !== after?.org) reaches.stale();
      },
    }),
  ];
  const orHeld = createOrHeld();
  const sources = createSources({ ...deps, orHeld });
  const index = await createScheduleIndex({
    db,
    timeZone: deps.timeZone,
    reaches,
    durations: (task) => sources.durations(task),
  });
  const stopped = new Set<number>();
  const present = createTaskViews({ index, engine, stopped, kept: deps.kept, now });
  registerTargeting(deps.targetingTasks, index, present);
  registerTargetUses(deps, 'scheduled_task', () => index.tasks.values());

  function complain(task: TaskRow, kind: 'schedule_missed' | 'schedule_failed', due: number | null): void {
    const { zone } = index.recurrence;
    const params = { task: task.name, ...(due === null ? {} : { date: dateOf(zone.dayAt(due)) }) };
    deps.faults.open({
      kind,
      subject: String(task.id),
      org: zoneAbove(zones, reaches.recent.of(task).org),
      params,
    });
  }

  const counters = scheduleMetrics(deps.metrics);
  function missed(task: TaskRow, due: number): void {
    counters.missed();
    complain(task, 'schedule_missed', due);
  }

  const { lostRelayOf } = terminals.devices;
  const control = createControl({
    gateway: terminals.gateway,
    lostRelayOf,
    setVolume: createStoredVolume({ db, terminals }),
  });
  const graces = new Set<NodeJS.Timeout>();
  const selfTest = createSelfTest({
    engine,
    gateway: terminals.gateway,
    directory: terminals.directory,
    faults: deps.faults,
  });
  const runs = createRuns({
    db,
    store: createRunStore({ ...deps, orHeld }),
    index,
    engine,
    sources,
    control,
    selfTest,
    clock: {
      fromWall: (ms) => clock.now() + Math.round((ms - now()) * 1000),
      toWall: (us) => now() + (us - clock.now()) / 1000,
    },
    now,
    counters,
    log: deps.log,
    onOutcome(task: TaskRow, failure: AppError | null) {
      if (failure !== null) return complain(task, 'schedule_failed', null);
      stopped.delete(task.id);
      for (const kind of ['schedule_missed', 'schedule_failed'] as const)
        deps.faults.resolve(kind, String(task.id));
    },
    onMissed(task, run) {
      if (!task.offline_tasks) return missed(task, run.due);
      // Its terminals may have played it offline, and report that when they reconnect.
      const check = async () => {
        if (await unheard(db, task.id, run.due)) missed(task, run.due);
      };
      const timer = setTimeout(() => {
        graces.delete(timer);
        check().catch((err: unknown) => deps.log.error({ err }, 'a missed run could not be evaluated'));
      }, deps.faultTimes?.missedMs ?? defaultTimes.missedMs);
      graces.add(timer.unref());
    },
  });
  const scheduler = createScheduler({
    index,
    runs,
    engine,
    ids: deps.ids,
    queue: broadcasting.queue,
    unplayed: broadcasting.unplayed,
    kept: createKeptWaits(db, broadcasting.queue),
    clock,
    now,
    log: deps.log,
  });
  const { weights, voiceMix } = broadcasting;
  const shared = { ...deps, index, present, now, weights, voiceMix };
  const publisher = publishSchedule({ live: deps.live, index, present });
  const tasks = createTaskService({
    ...shared,
    sources,
    where,
    broadcasts: broadcasting.service,
    scheduler,
    stopped,
    show: () => publisher.now(),
  });
  const show = () => publisher.now();
  const dialled = createDialled({ engine, present, scheduler, stopped, show });
  const plans = createPlanService({ ...shared, tasks });
  const timelines = createTimelines(shared);

  /** The time at which a server last had this schedule, and the runs since then and a month before. */
  async function readPast(mayWrite: boolean) {
    const stored = await settings.get(db, ALIVE_KEY);
    const alive = typeof stored === 'number' ? stored : now();
    const since = Math.max(alive, now() - MAX_AWAY_MS);
    if (mayWrite) await forgetAhead(db, now(), alive - now() > WRONG_MS);
    return { since, known: await runsSince(db, Math.min(since, now()) - MAX_AWAY_MS) };
  }
  const { since, known } = await readPast(!deps.isAway);
  // Restored broadcasts still end with their time window.
  for (const b of engine.all()) {
    const task = b.row.task_id === null ? undefined : index.tasks.get(b.row.task_id);
    if (task === undefined || b.row.due_at === null) continue;
    const run = index.recurrence.between(task, b.row.due_at, b.row.due_at + 1)[0];
    if (run?.until) scheduler.endAt(b.id, run.until);
  }
  // Before its next run, which replaces it.
  if (!deps.isAway) await scheduler.meetings.restore();
  scheduler.start(since, known);
  const isAlive = async () => {
    if (deps.snapshotAt() !== null) return;
    await settings.put(db, ALIVE_KEY, now()).catch((error: unknown) => {
      deps.log.error({ err: error }, 'the time of the schedule could not be stored');
    });
  };
  await isAlive();
  const timer = setInterval(isAlive, ALIVE_EVERY_MS);
  timer.unref();
  void (async () => {
    for (const task of index.tasks.values()) await sources.speakAhead(task);
  })();

  return {
    scheduler,
    index,
    sources,
    runs,
    tasks,
    plans,
    dialled,
    async load() {
      const past = await readPast(true);
      await index.load();
      scheduler.catchUp(past.since, past.known);
    },
    routes(app) {
      const { gateway } = terminals;
      planRoutes(app, plans, createPlanFiles({ ...shared, where, groups: deps.groups, plans, tasks }));
      holidayRoutes(app, deps);
      timetableRoutes(app, createTimetables({ ...shared, gateway, lostRelayOf, plans, tasks }));
      delayRoutes(app, createDelays({ ...shared, tasks }));
      taskRoutes(app, { ...shared, tasks, timelines, where, gateway, lostRelayOf });
    },
    async close() {
      clearInterval(timer);
      for (const grace of graces) clearTimeout(grace);
      selfTest.close();
      publisher.end();
      for (const end of subscriptions) end();
      await scheduler.close();
      await isAlive();
    },
  };
}
