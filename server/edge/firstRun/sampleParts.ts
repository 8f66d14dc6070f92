import { createHash } from 'node:crypto';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { SampleEntity } from '../../../contract/entities/site/sampleSite.ts';
import { alarmPlanFields } from '../../../contract/entities/tasks/alarmPlan.ts';
import type { CapturerTask } from '../../../contract/entities/tasks/capturerTask.ts';
import { linkageTaskFields } from '../../../contract/entities/tasks/linkageTask.ts';
import { planFields } from '../../../contract/entities/tasks/plan.ts';
import type { TerminalLive } from '../../../contract/entities/terminals/terminal.ts';
import { formOf } from '../../air/schedule/tasks/taskFields.ts';
import { isExpected } from '../../site/terminals/gateway/greeting.ts';
import { mustBeUnused } from '../../site/uses/used.ts';
import { createZoneService } from '../../site/zones/zones.service.ts';
import type { SampleBy, SampleDeps } from './sampleDeps.ts';

/** Reading and removing objects of an entity, through the service that its routes use. */
interface SamplePart {
  /** Values of an object that a person can change, apart from switching it on and off; null: it is gone. */
  values(by: SampleBy, id: number): Promise<object | null>;
  /** @throws AppError when something uses it, or it cannot be removed now */
  remove(by: SampleBy, id: number): Promise<void>;
}

function pick(row: object, names: readonly string[]): object {
  const values = row as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** Fields of a form without the switch that a person uses without changing the object. */
const fieldsOf = (form: { shape: object }, without: string) =>
  Object.keys(form.shape).filter((name) => name !== without);

/** Awaits a row; null when it does not exist. */
async function orNull<T>(row: Promise<T>): Promise<T | null> {
  try {
    return await row;
  } catch (error) {
    if (error instanceof AppError && error.code === errorCode.notFound) return null;
    throw error;
  }
}

/**
 * Names tasks that aim at a zone or terminal. Deleting it would only take it out of them, but a sample that somebody
 * builds on is not taken away.
 */
async function tasksAt(
  { live, schedule, emergency }: SampleDeps,
  { caller }: SampleBy,
  list: 'orgs' | 'devices',
  id: number,
): Promise<{ name: string; org: null }[]> {
  const linkage = await emergency.linkageTasks.list(caller, { page: 1, limit: Number.MAX_SAFE_INTEGER });
  const capturing = live.topic<CapturerTask>('capturer_task').snapshot();
  return [...schedule.index.tasks.values(), ...linkage.rows, ...capturing]
    .filter((task) => task[list].includes(id))
    .map(({ name }) => ({ name, org: null }));
}

/** Creates the parts of a sample site by their entities. */
export function createSampleParts(deps: SampleDeps): Record<SampleEntity, SamplePart> {
  const { zones, terminals, media, schedule, emergency } = deps;
  const { index } = schedule;
  const zoneService = createZoneService(deps);
  const devices = deps.live.topic<TerminalLive>('device');
  const planNames = fieldsOf(planFields, 'enabled');
  const linkageNames = Object.keys(linkageTaskFields.shape);
  const alarmNames = fieldsOf(alarmPlanFields, 'activated');
  return {
    partition: {
      async values(_by, id) {
        const zone = zones.get(id);
        return zone === undefined ? null : pick(zone, ['name', 'code', 'parent_id', 'has_password']);
      },
      async remove(by, id) {
        mustBeUnused(by.caller.scope, zones.get(id)?.name ?? '', await tasksAt(deps, by, 'orgs', id));
        await zoneService.remove(by.caller, by.ip, id);
      },
    },
    device: {
      async values(_by, id) {
        const terminal = terminals.directory.byId(id);
        if (terminal === undefined) return null;
        const names = ['name', 'dev_name2', 'org', 'ao_volume', 'ai_volume', 'call_number', 'details'];
        const groups = [...(devices.get(id)?.groups ?? [])].sort((a, b) => a - b);
        return { ...pick(terminal.row, names), planned: isExpected(terminal), groups };
      },
      async remove(by, id) {
        const { name = '' } = terminals.directory.byId(id)?.row ?? {};
        mustBeUnused(by.caller.scope, name, await tasksAt(deps, by, 'devices', id));
        await terminals.services.device.one.remove(by.caller, by.ip, id);
      },
    },
    file: {
      async values(_by, id) {
        const [row] = await media.files.library.itemsOf([id]);
        return row === undefined ? null : pick(row, ['name', 'org', 'group_ids']);
      },
      remove: ({ caller, ip }, id) => media.files.library.crud.remove(caller, ip, id),
    },
    preset_text: {
      async values(_by, id) {
        const [row] = await media.presetTexts.library.itemsOf([id]);
        const names = ['name', 'textContent', 'voiceName', 'voiceSpeed', 'org', 'group_ids'];
        return row === undefined ? null : pick(row, names);
      },
      remove: ({ caller, ip }, id) => media.presetTexts.library.crud.remove(caller, ip, id),
    },
    plan: {
      async values(_by, id) {
        const plan = index.plans.get(id);
        return plan === undefined ? null : pick(plan, planNames);
      },
      async remove(by, id) {
        // A plan takes its tasks with it: those that are left belong to somebody else.
        const users = index.tasksOf(id).map(({ name }) => ({ name, org: null }));
        mustBeUnused(by.caller.scope, index.plans.get(id)?.name ?? '', users);
        await schedule.plans.remove(by, id);
      },
    },
    scheduled_task: {
      async values(_by, id) {
        const task = index.tasks.get(id);
        if (task === undefined) return null;
        const { enabled: _, ...form } = formOf(task);
        return form;
      },
      remove: (by, id) => schedule.tasks.remove(by, id),
    },
    linkage_task: {
      async values({ caller }, id) {
        const row = await orNull(emergency.linkageTasks.get(caller, id));
        return row === null ? null : pick(row, linkageNames);
      },
      remove: ({ caller, ip }, id) => emergency.linkageTasks.remove(caller, ip, id),
    },
    alarm_plan: {
      async values({ caller }, id) {
        const row = await orNull(emergency.alarmPlans.get(caller, id));
        return row === null ? null : pick(row, alarmNames);
      },
      remove: ({ caller, ip }, id) => emergency.alarmPlans.remove(caller, ip, id),
    },
  };
}

/** Orders the keys of objects, which the database keeps in another order than it was given. */
function ordered(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Digest of the values of an object. */
export function markOf(values: object): string {
  return createHash('sha256').update(JSON.stringify(values, ordered)).digest('hex');
}
