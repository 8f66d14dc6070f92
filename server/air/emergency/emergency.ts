import type { FastifyInstance } from 'fastify';
import { alarmState, taskType } from '../../../contract/codes.ts';
import { alarmPlanEntity } from '../../../contract/entities/tasks/alarmPlan.ts';
import { linkageTaskEntity } from '../../../contract/entities/tasks/linkageTask.ts';
import type { CrudService } from '../../platform/crud/crud.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import type { Transferables } from '../../platform/crud/transferables.ts';
import type { LogExportDeps } from '../../platform/export/logExport.ts';
import type { FaultSink, Faults } from '../../site/faults/faults.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { Io } from '../../site/io/io.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import { type TargetingTaskRegistry, unscheduled } from '../../site/uses/targetingTasks.ts';
import { registerTargetUses } from '../../site/uses/targetUses.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { Programmes } from '../../sound/source/programmes.ts';
import type { PreloadedSounds } from '../engine/preloadedSounds.ts';
import type { TaskWeights } from '../engine/rank.ts';
import type { OfflineAlarms } from '../offline/offlineAlarms.ts';
import { createReaches } from '../schedule/reach.ts';
import { type AlarmMachineDeps, createAlarmMachine } from './alarm.machine.ts';
import { createLinkageByHand } from './byHand/linkageByHand.ts';
import { createMessageFiles } from './effects/messageFile.ts';
import { reportMissingMessages } from './effects/missingMessages.ts';
import { createPreparedSounds } from './effects/preparedSounds.ts';
import { reachOf } from './effects/targets.ts';
import type { AlarmsAtRelays } from './emergency.types.ts';
import type { Alarms } from './machine/alarmsApi.ts';
import { createAdoptLibrary } from './plans/adoptLibrary.ts';
import { registerAlarmUses } from './plans/alarm.uses.ts';
import { createAlarmConfiguration, tasksOfPlan } from './plans/alarmConfiguration.ts';
import { createDryRun } from './plans/alarmDryRun.ts';
import type { AlarmUseSource } from './plans/alarmUse.ts';
import { namedBy } from './plans/frozen.ts';
import { libraryParts, storeFrozen } from './plans/frozenParts.repository.ts';
import type { AlarmPlanRow, LinkageTaskRow } from './plans/plan.repository.ts';
import { publishPlans } from './plans/publishPlans.ts';
import { createReferences } from './plans/references.ts';
import { createAlarmPlans, createLinkageTasks } from './plans/services.ts';
import { addTransferables } from './plans/staged.ts';
import { type Actions, createActions } from './routes/actions.ts';
import { adoptRoutes } from './routes/adopt.routes.ts';
import { alarmRoutes } from './routes/alarm.routes.ts';
import { byHandRoutes } from './routes/byHand.routes.ts';
import { previewRoutes } from './routes/preview.routes.ts';
import { recordRoutes } from './routes/record.routes.ts';

export interface EmergencyDeps
  extends LogExportDeps,
    Omit<AlarmMachineDeps, 'configuration' | 'prepared' | 'reach' | 'changed'> {
  zones: Zones;
  groups: Pick<Groups, 'members' | 'revision'>;
  faults: FaultSink & Pick<Faults, 'openOf'>;
  programmes: Programmes;
  /** Keeps the beginning of every message in memory. */
  heldSounds: Pick<PreloadedSounds, 'hold' | 'keep'>;
  weights(): TaskWeights;
  voiceMix(): boolean;
  io: AlarmMachineDeps['io'] & Pick<Io, 'setUses'>;
  uses: UseRegistry;
  targetingTasks: Pick<TargetingTaskRegistry, 'register'>;
  transferables: Pick<Transferables, 'add'>;
  /** Takes the messages that each terminal stores, so that an alarm goes on without a link. */
  alarmKeeping: Pick<OfflineAlarms, 'setAlarmMessages'>;
  /** Takes a function that tells what alarms use. */
  alarmUse: AlarmUseSource;
  /** Absolute path. */
  dataDir: string;
}

export interface Emergency {
  alarms: Alarms;
  actions: Actions;
  linkageTasks: CrudService<LinkageTaskRow>;
  alarmPlans: CrudService<AlarmPlanRow>;
  atRelays: AlarmsAtRelays;
  /** Loads what the database has beyond the snapshot that the server began with. */
  load(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/**
 * Emergency part of the server. `plans`: configuration of alarms; `machine`: their state, by
 * contract/workflow.ts; `effects`: sound, outputs and timeline; `journal`: storage; `live`: live rows for
 * consoles; `routes`: actions of persons.
 */
export async function createEmergency(deps: EmergencyDeps): Promise<Emergency> {
  const { db, zones, terminals, faults } = deps;
  registerAlarmUses(deps.uses);
  const { directory, gateway, devices } = terminals;
  const configuration = await createAlarmConfiguration(db);
  const where = { directory, zones, groups: deps.groups };
  const reaches = createReaches(where);
  const within = { reaches, zones };
  deps.targetingTasks.register('list_linkage_task', function* (terminalId) {
    const { recent } = reaches;
    const isHere = ({ id }: { id: number }) => id === terminalId;
    for (const task of configuration.tasks.values())
      if (recent.isAt(task, terminalId) && reachOf(within, task).some(isHere))
        yield {
          ...unscheduled,
          kind: 'linkage_task',
          id: task.id,
          name: task.name,
          task_type: taskType.alarm,
          enabled: true,
          broadcast_id: null,
        };
  });
  registerTargetUses(deps, 'linkage_task', () => configuration.tasks.values());
  const messages = createMessageFiles(deps.dataDir);
  const prepared = createPreparedSounds({
    ...deps,
    messages,
    configuration,
    library: (task) => libraryParts(db, namedBy(task)),
    keep: (task, frozen) => storeFrozen(db, task, frozen),
    onMade: reportMissingMessages(faults),
  });
  const common = {
    ...deps,
    configuration,
    prepared,
    directory,
    gateway,
    lostRelayOf: devices.lostRelayOf,
    reach: (task: Parameters<typeof reachOf>[1]) => reachOf(within, task),
  };
  let publisher: ReturnType<typeof publishPlans> | undefined;
  const subscriptions = [
    zones.onChange(() => reaches.stale()),
    devices.subscribe({
      moved(_id, before, after) {
        if (before === null || before?.org !== after?.org) reaches.stale();
      },
    }),
  ];
  const byHand = createLinkageByHand({ ...common, engine: deps.engine });
  const machine = await createAlarmMachine({ ...common, changed: (plan) => publisher?.alarm(plan) });
  const { alarms, journal, running } = machine;
  subscriptions.push(
    deps.alarmUse.from(() => ({ alarms: alarms.all(), tasksOf: tasksOfPlan, tasks: configuration.tasks })),
  );
  publisher = publishPlans({ ...common, ...within, running, playsByHand: byHand.plays });

  const services = {
    ...deps,
    configuration,
    references: createReferences(where),
    mustBeIdle: deps.alarmUse.mustBeIdle,
    written: prepared.written,
    removed: (task: number) => faults.drop('alarm_message', String(task)),
  };
  const tasks = createLinkageTasks(services);
  const plans = createAlarmPlans(services);
  const actions = createActions({ configuration, alarms, journal, where });
  addTransferables(deps.transferables, services);

  return {
    alarms,
    actions,
    linkageTasks: tasks,
    alarmPlans: plans,
    atRelays: { ...machine, configuration, prepared, reach: common.reach },
    async load() {
      await configuration.load();
      await machine.load();
    },
    routes(app) {
      previewRoutes(app, { ...deps, messages, tasks, round: prepared.preview });
      byHandRoutes(app, byHand);
      adoptRoutes(app, createAdoptLibrary(services));
      crudRoutes(app, linkageTaskEntity, tasks, { fromSnapshot: true });
      alarmRoutes(app, { actions, plans, dryRun: createDryRun(common) });
      recordRoutes(app, { ...deps, alarms });
      crudRoutes(app, alarmPlanEntity, plans, {
        without: ['batch'],
        fromSnapshot: true,
        present: (plan) => ({ ...plan, status: running.ofPlan(plan.id)?.state ?? alarmState.notStarted }),
      });
    },
    async close() {
      publisher?.end();
      for (const end of subscriptions) end();
      machine.close();
      await prepared.close();
    },
  };
}
