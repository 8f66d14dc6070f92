import type { FastifyInstance } from 'fastify';
import { alarmState } from '../../contract/codes.ts';
import { alarmPlanEntity } from '../../contract/entities/alarmPlan.ts';
import { linkageTaskEntity } from '../../contract/entities/linkageTask.ts';
import type { Programmes } from '../broadcast/programmes.ts';
import { crudRoutes } from '../crud.ts';
import type { Db } from '../db/client.ts';
import type { FaultSink } from '../faults/faults.ts';
import type { Groups } from '../groups/groups.ts';
import type { LiveHub } from '../live/hub.ts';
import { createReaches } from '../schedule/reach.ts';
import type { Audit } from '../system/audit.ts';
import type { Terminals } from '../terminals/terminals.ts';
import type { Zones } from '../zones/zones.ts';
import { createEmergencyBook } from './book.ts';
import { createPrepared } from './prepared.ts';
import { publishPlans } from './publish.ts';
import { createReferences } from './references.ts';
import type { Running } from './running.ts';
import { createAlarmPlans, createLinkageTasks } from './services.ts';

export interface EmergencyDeps {
  db: Db;
  log: { error(details: object, message: string): void };
  live: LiveHub;
  zones: Zones;
  audit: Audit;
  terminals: Terminals;
  groups: Pick<Groups, 'members'>;
  faults: FaultSink;
  programmes: Programmes;
}

export interface Emergency {
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Alarms (design 8): plans and linkage tasks, and what comes of them. */
export async function createEmergency(deps: EmergencyDeps): Promise<Emergency> {
  const { db, live, zones, terminals, faults } = deps;
  const { directory, gateway, devices } = terminals;
  const book = await createEmergencyBook(db);
  const where = { directory, zones, groups: deps.groups };
  const reaches = createReaches(where);
  const deaf = [
    zones.onChange(() => reaches.stale()),
    devices.subscribe({
      moved(_id, before, after) {
        if (before === null || before?.org !== after?.org) reaches.stale();
      },
    }),
  ];
  const running: Running = { ofPlan: () => null, plays: () => false, lastAlarmAt: () => null };
  const prepared = createPrepared({
    ...deps,
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
  const services = {
    ...deps,
    book,
    references: createReferences(where),
    mustBeIdle: { task: () => {}, plan: () => {} },
    written: prepared.written,
    removed: (task: number) => faults.resolve('alarm_message', String(task)),
  };
  const tasks = createLinkageTasks(services);
  const plans = createAlarmPlans(services);
  const publisher = publishPlans({ live, zones, book, reaches, prepared, running, gateway });

  return {
    routes(app) {
      crudRoutes(app, linkageTaskEntity, tasks);
      crudRoutes(app, alarmPlanEntity, plans, {
        present: (plan) => ({ ...plan, status: running.ofPlan(plan.id)?.state ?? alarmState.notStarted }),
      });
    },
    async close() {
      publisher.end();
      for (const end of deaf) end();
      await prepared.close();
    },
  };
}
