import type { FastifyInstance } from 'fastify';
import { alarmState } from '../../contract/codes.ts';
import type { AlarmLive } from '../../contract/entities/alarm.ts';
import { alarmPlanEntity } from '../../contract/entities/alarmPlan.ts';
import { linkageTaskEntity } from '../../contract/entities/linkageTask.ts';
import type { Engine } from '../broadcast/engineApi.ts';
import type { Programmes } from '../broadcast/programmes.ts';
import type { TaskWeights } from '../broadcast/rank.ts';
import { every } from '../broadcast/ticker.ts';
import { type CrudService, crudRoutes } from '../crud.ts';
import type { Db, Tx } from '../db/client.ts';
import type { FaultSink } from '../faults/faults.ts';
import type { GpioLinks } from '../gpio/gpioLinks.ts';
import type { Groups } from '../groups/groups.ts';
import type { Io } from '../io/io.ts';
import type { AlarmKeeping } from '../keeping/alarmKeeping.ts';
import type { LiveHub } from '../live/hub.ts';
import { createControl } from '../schedule/control.ts';
import { createReaches } from '../schedule/reach.ts';
import type { Audit } from '../system/audit.ts';
import type { LogExportDeps } from '../system/logExport.ts';
import type { MediaClock } from '../system/mediaClock.ts';
import type { Terminals } from '../terminals/terminals.ts';
import type { Zones } from '../zones/zones.ts';
import { createDrills } from './effects/drills.ts';
import { createMessageFiles } from './effects/messageFile.ts';
import { createPrepared } from './effects/prepared.ts';
import { createSound } from './effects/sound.ts';
import { reachOf } from './effects/targets.ts';
import { lastAlarms } from './journal/alarm.repository.ts';
import { createIds } from './journal/ids.repository.ts';
import { createJournal } from './journal/journal.ts';
import type { Recovered } from './journal/recover.ts';
import { restoreAlarms } from './journal/restore.ts';
import { storedInputs } from './journal/stored.ts';
import { alarmView, feedAlarms } from './live/alarmFeed.ts';
import { createAlarms } from './machine/alarms.ts';
import type { Alarms } from './machine/alarmsApi.ts';
import { Inputs } from './machine/inputs.ts';
import type { Running } from './machine/running.ts';
import type { AlarmUse } from './plans/alarmUse.ts';
import { createEmergencyBook, tasksOfPlan } from './plans/book.ts';
import type { AlarmPlanRow, LinkageTaskRow } from './plans/plan.repository.ts';
import { publishPlans } from './plans/publish.ts';
import { createReferences } from './plans/references.ts';
import { createAlarmPlans, createLinkageTasks } from './plans/services.ts';
import { type Actions, createActions } from './routes/actions.ts';
import { alarmRoutes } from './routes/alarm.routes.ts';
import { previewRoutes } from './routes/preview.routes.ts';
import { recordRoutes } from './routes/record.routes.ts';

/** What is due is looked at this often, ms. */
const TICK_MS = 50;

export interface EmergencyDeps extends LogExportDeps {
  db: Db;
  log: { error(details: object, message: string): void };
  clock: MediaClock;
  live: LiveHub;
  zones: Zones;
  audit: Audit;
  terminals: Terminals;
  groups: Pick<Groups, 'members' | 'revision'>;
  faults: FaultSink;
  programmes: Programmes;
  engine: Engine;
  weights(): TaskWeights;
  io: Pick<Io, 'outputs' | 'isTested' | 'onInput' | 'onOutputFailed' | 'setUses'>;
  links: GpioLinks;
  /** Hears what each terminal is to hold, so that an alarm goes on without a link. */
  alarmKeeping: Pick<AlarmKeeping, 'setAlarmMessages'>;
  /** Hears from here what alarms use. */
  alarmUse: AlarmUse;
  /** What lay in the file of the journal is stored already. */
  journal: Recovered;
  /** Absolute. */
  dataDir: string;
}

export interface Emergency {
  alarms: Alarms;
  actions: Actions;
  /**
   * The services within a transaction of somebody else's, an import: what they write counts once `committed` is called,
   * after its commit.
   */
  staged(tx: Tx): {
    linkage_task: CrudService<LinkageTaskRow>;
    alarm_plan: CrudService<AlarmPlanRow>;
    committed(): void;
  };
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Alarms (design 8): plans and linkage tasks, and what comes of them. Takes up what ran when the server went down. */
export async function createEmergency(deps: EmergencyDeps): Promise<Emergency> {
  const { db, live, zones, terminals, faults, clock, engine, log } = deps;
  const { directory, gateway, devices } = terminals;
  const book = await createEmergencyBook(db);
  const where = { directory, zones, groups: deps.groups };
  const reaches = createReaches(where);
  const reach = { reaches, zones };
  const wall = () => Math.round(clock.toWall(clock.now()));
  const mono = () => clock.now() / 1000;
  const lastAt = await lastAlarms(db);

  const messages = createMessageFiles(deps.dataDir);
  const prepared = createPrepared({
    ...deps,
    messages,
    book,
    onMade(task, { missing }) {
      const subject = String(task.id);
      if (missing === null) faults.resolve('alarm_message', subject);
      else
        faults.open({
          kind: 'alarm_message',
          subject,
          org: task.org,
          params: { task: task.name, reason: missing },
        });
    },
  });

  const ids = await createIds(db);
  const journal = createJournal({ db, audit: deps.audit, log, ...deps.journal });
  const inputs = new Inputs(await storedInputs(db));
  const drills = createDrills({ gateway, journal, wall, alarms: () => alarms });
  const sound = createSound({
    engine,
    directory,
    ids,
    journal,
    prepared,
    control: createControl({ db, terminals }),
    reach: (task) => reachOf(reach, task),
    tasks: book.tasks,
    ask: drills.ask,
    onFailed: (alarm, { task }, reason) => alarms.note(alarm, 'message_failed', { name: task.name, reason }),
    wall,
    log,
  });
  const feed = feedAlarms({
    engine,
    directory,
    gateway,
    mono,
    wallOf: (due) => clock.toWall(due * 1000),
    topic: live.topic<AlarmLive>('alarm', alarmView),
  });
  const alarms: Alarms = createAlarms({
    book,
    directory,
    gateway,
    ids,
    inputs,
    journal,
    sound,
    ports: { outputs: deps.io.outputs, links: deps.links, isTested: deps.io.isTested },
    wall,
    mono,
    zonesOf(plan, slots) {
      const found = new Set(slots.flatMap((slot) => [...slot.targets.values()]).flatMap((org) => org ?? []));
      const device = plan.fire_control_device === null ? undefined : directory.byId(plan.fire_control_device);
      if (device?.org != null) found.add(device.org);
      if (found.size === 0 && plan.org !== null) found.add(plan.org);
      return found.size === 0 ? null : [...found];
    },
    changed(alarm, over) {
      if (alarm.row.alarming_at !== null) lastAt.set(alarm.plan.id, Math.floor(alarm.row.alarming_at / 1000));
      if (over) feed.remove(alarm.id);
      else feed.show(alarms, alarm);
      publisher?.alarm(alarm.plan);
    },
    log,
  });
  const running: Running = {
    ofPlan: (plan) => alarms.ofPlan(plan)?.row ?? null,
    plays: (task) =>
      [...alarms.all()].some(
        ({ row, slots }) => row.state === alarmState.alarming && slots.some((slot) => slot.task.id === task),
      ),
    lastAlarmAt: (plan) => lastAt.get(plan) ?? null,
  };
  let publisher: ReturnType<typeof publishPlans> | undefined;
  const deaf = [
    zones.onChange(() => reaches.stale()),
    devices.subscribe({
      moved(_id, before, after) {
        if (before === null || before?.org !== after?.org) reaches.stale();
      },
    }),
    gateway.subscribe({
      status(terminal, status) {
        if (status.kind === 'fire_control_device') alarms.heard(terminal, status.inputs);
      },
      online: ({ terminalId }) => alarms.deviceLink(terminalId, true),
      offline: (terminal) => alarms.deviceLink(terminal, false),
    }),
    // Test mode has begun or ended: what is active counts no longer, or again.
    deps.io.onInput((terminal, input, active) => alarms.heard(terminal, [{ input, active }])),
    deps.io.onOutputFailed((line, owners) => alarms.outputFailed(line, owners)),
    drills.end,
    deps.alarmUse.from(() => ({ alarms: alarms.all(), tasksOf: tasksOfPlan, tasks: book.tasks })),
  ];
  await restoreAlarms({ db, book, engine, sound, journal, wall }, alarms);
  publisher = publishPlans({ ...deps, ...reach, book, prepared, running, gateway });
  const stop = every(TICK_MS, () => {
    alarms.tick();
    feed.tick(alarms);
  });

  const services = {
    ...deps,
    book,
    references: createReferences(where),
    mustBeIdle: deps.alarmUse.mustBeIdle,
    written: prepared.written,
    removed: (task: number) => faults.resolve('alarm_message', String(task)),
  };
  const tasks = createLinkageTasks(services);
  const plans = createAlarmPlans(services);
  const actions = createActions({
    ...deps,
    book,
    alarms,
    journal,
    prepared,
    gateway,
    where,
    reach: (task) => reachOf(reach, task),
  });

  return {
    alarms,
    actions,
    staged(tx) {
      const due: (() => void)[] = [];
      const later = {
        ...services,
        // Its transactions are savepoints of this one.
        db: tx as unknown as Db,
        book: {
          ...book,
          putTask: (row: LinkageTaskRow) => void due.push(() => book.putTask(row)),
          putPlan: (row: AlarmPlanRow) => void due.push(() => book.putPlan(row)),
        },
        written: (task: LinkageTaskRow) => void due.push(() => prepared.written(task)),
      };
      return {
        linkage_task: createLinkageTasks(later),
        alarm_plan: createAlarmPlans(later),
        committed() {
          for (const run of due) run();
        },
      };
    },
    routes(app) {
      previewRoutes(app, { ...deps, messages, round: prepared.preview });
      crudRoutes(app, linkageTaskEntity, tasks);
      alarmRoutes(app, { actions, plans });
      recordRoutes(app, { ...deps, alarms });
      crudRoutes(app, alarmPlanEntity, plans, {
        without: ['batch'],
        present: (plan) => ({ ...plan, status: running.ofPlan(plan.id)?.state ?? alarmState.notStarted }),
      });
    },
    async close() {
      stop();
      publisher?.end();
      for (const end of deaf) end();
      await journal.close();
      await prepared.close();
    },
  };
}
