import {
  AppError,
  type MessageKey,
  type MessageParams,
  messageText,
} from '../../../../contract/api/errors.ts';
import { planForm } from '../../../../contract/entities/tasks/plan.ts';
import type {
  PlanFile,
  PlanFilePlan,
  PlanFileTask,
  PlanImportReport,
} from '../../../../contract/entities/tasks/planFile.ts';
import {
  type ScheduledTaskForm,
  scheduledTaskForm,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { Language } from '../../../../contract/language.ts';
import { issueFault } from '../../../../contract/rules/ruleMessage.ts';
import type { Db } from '../../../platform/db/client.ts';
import { inScope, type Scope } from '../../../platform/live/scope.ts';
import type { Groups } from '../../../site/groups/groups.ts';
import type { By } from '../../broadcast/startTask.ts';
import type { ReachDeps } from '../reach.ts';
import type { ScheduleIndex } from '../scheduleIndex.ts';
import type { TaskService } from '../tasks/task.service.ts';
import { formOf, hasDayTypes } from '../tasks/taskFields.ts';
import type { TaskViews } from '../taskViews.ts';
import * as names from './names.repository.ts';
import type { PlanService } from './plan.service.ts';

export interface PlanFileDeps {
  db: Db;
  index: ScheduleIndex;
  present: TaskViews;
  where: ReachDeps;
  groups: Pick<Groups, 'isVisible'>;
  plans: PlanService;
  tasks: TaskService;
}

const kindOf = {
  files: 'file',
  chime_before: 'file',
  chime_after: 'file',
  file_group: 'file_group',
  preset_text: 'preset_text',
  radio: 'radio',
  groups: 'group',
} as const satisfies Record<string, names.NamedKind>;
type NamedField = keyof typeof kindOf;
const namedFields = Object.keys(kindOf) as NamedField[];

/** Values of a field, single or multiple. */
const listOf = <T>(value: T | T[] | null): T[] =>
  value === null ? [] : Array.isArray(value) ? value : [value];

/** Creates the export and import of plans (contract/entities/tasks/planFile.ts). */
export function createPlanFiles(deps: PlanFileDeps) {
  const { db, index, present, where } = deps;
  const zoneCodes = () => new Map(where.zones.all().map((zone) => [zone.code, zone.id]));

  /** Ids of everything that these tasks refer to by name. */
  async function idsByName(tasks: readonly PlanFileTask[], scope: Scope) {
    const found = new Map<names.NamedKind, Map<string, number>>();
    for (const kind of new Set(Object.values(kindOf))) {
      const fields = namedFields.filter((field) => kindOf[field] === kind);
      const wanted = tasks.flatMap((task) => fields.flatMap((field) => listOf<string>(task[field])));
      found.set(kind, await names.idsOf(db, kind, wanted, scope));
    }
    for (const [name, id] of found.get('group') ?? [])
      if (!deps.groups.isVisible(scope, id)) found.get('group')?.delete(name);
    return found;
  }

  async function out(by: By, ids: readonly number[] | null): Promise<PlanFile> {
    const chosen = ids === null ? deps.plans.list(by).map((plan) => plan.id) : ids;
    const plans = chosen.map((id) => deps.plans.seen(by, id));
    const tasks = plans.flatMap((plan) =>
      index.tasksOf(plan.id).filter((task) => present.seesTask(by.caller.scope, task)),
    );
    const known = new Map<names.NamedKind, Map<number, string>>();
    for (const kind of new Set(Object.values(kindOf))) {
      const fields = namedFields.filter((field) => kindOf[field] === kind);
      const wanted = tasks.flatMap((task) => fields.flatMap((field) => listOf<number>(task[field])));
      known.set(kind, await names.namesOf(db, kind, wanted, by.caller.scope));
    }
    for (const id of known.get('group')?.keys() ?? [])
      if (!deps.groups.isVisible(by.caller.scope, id)) known.get('group')?.delete(id);
    const nameOf = (field: NamedField, id: number | null) =>
      id === null ? null : (known.get(kindOf[field])?.get(id) ?? null);
    const taskOut = (task: (typeof tasks)[number]): PlanFileTask => {
      const { devices, orgs } = present.taskRow(by.caller.scope, task);
      const { plan_id: _plan, ...form } = formOf(task);
      return {
        ...form,
        files: task.files.flatMap((id) => nameOf('files', id) ?? []),
        groups: task.groups.flatMap((id) => nameOf('groups', id) ?? []),
        file_group: nameOf('file_group', task.file_group),
        preset_text: nameOf('preset_text', task.preset_text),
        radio: nameOf('radio', task.radio),
        chime_before: nameOf('chime_before', task.chime_before),
        chime_after: nameOf('chime_after', task.chime_after),
        capturer: task.capturer === null ? null : capturerCode(by, task.capturer),
        devices: devices.flatMap((id) => where.directory.byId(id)?.code ?? []),
        orgs: orgs.flatMap((id) => where.zones.get(id)?.code ?? []),
      };
    };
    return {
      format: 'tocsin.plans',
      version: 1,
      plans: plans.map((plan) => ({
        name: plan.name,
        start_date: plan.start_date,
        end_date: plan.end_date,
        desc: plan.desc,
        enabled: plan.enabled,
        every_weeks: plan.every_weeks,
        exam: plan.exam,
        day_types: plan.day_types,
        terms: plan.terms,
        exceptions: plan.exceptions.map(({ plan_id, ...one }) => ({
          ...one,
          plan: plan_id === null ? null : planName(by, plan_id),
        })),
        tasks: tasks.filter((task) => task.plan_id === plan.id).map(taskOut),
      })),
    };
  }

  /** Name of a plan; null if the caller may not see it: the importing site then chooses another. */
  function planName({ caller }: By, id: number): string | null {
    const plan = index.plans.get(id);
    return plan !== undefined && present.seesPlan(caller.scope, plan) ? plan.name : null;
  }
  function capturerCode({ caller }: By, id: number): string | null {
    const terminal = where.directory.byId(id);
    return terminal !== undefined && inScope(caller.scope, terminal.org) ? terminal.code : null;
  }

  async function take(by: By, lang: Language, file: PlanFile, dryRun: boolean): Promise<PlanImportReport> {
    const faults: PlanImportReport['faults'] = [];
    const known = await idsByName(
      file.plans.flatMap((plan) => plan.tasks),
      by.caller.scope,
    );
    const zones = zoneCodes();
    const plansByName = new Map(deps.plans.list(by).map((plan) => [plan.name, plan.id]));
    const fresh = new Set(file.plans.map((plan) => plan.name));

    /** Converts a task of the file; returns null after recording its faults. */
    async function taskIn(task: PlanFileTask, path: string, plan: string): Promise<ScheduledTaskForm | null> {
      const before = faults.length;
      const fault = (place: string, key: MessageKey, params: MessageParams = {}) => {
        const message = messageText(key, lang, params);
        faults.push({ path: place === '' ? path : `${path}.${place}`, plan, task: task.name, message });
      };
      const idOf = (field: NamedField, text: string | null, place: string = field): number | null => {
        if (text === null) return null;
        const id = known.get(kindOf[field])?.get(text);
        if (id === undefined) fault(place, 'schedule.noneNamed', { name: text });
        return id ?? null;
      };
      const many = (field: 'files' | 'groups') =>
        task[field].flatMap((text, i) => idOf(field, text, `${field}.${i}`) ?? []);
      const coded = (field: 'devices' | 'orgs', find: (code: string) => number | undefined) =>
        task[field].flatMap((code, i) => {
          const id = find(code);
          if (id === undefined) fault(`${field}.${i}`, 'schedule.noneNamed', { name: code });
          return id ?? [];
        });
      const capturer = task.capturer === null ? undefined : where.directory.byCode(task.capturer)?.id;
      if (task.capturer !== null && capturer === undefined)
        fault('capturer', 'schedule.noneNamed', { name: task.capturer });
      const value = {
        ...task,
        plan_id: null,
        files: many('files'),
        groups: many('groups'),
        file_group: idOf('file_group', task.file_group),
        preset_text: idOf('preset_text', task.preset_text),
        radio: idOf('radio', task.radio),
        chime_before: idOf('chime_before', task.chime_before),
        chime_after: idOf('chime_after', task.chime_after),
        capturer: capturer ?? null,
        devices: coded('devices', (code) => where.directory.byCode(code)?.id),
        orgs: coded('orgs', (code) => zones.get(code)),
      };
      if (faults.length > before) return null;
      const read = scheduledTaskForm.safeParse(value);
      if (!read.success) {
        for (const issue of read.error.issues) {
          const { path: place, key, params } = issueFault(issue);
          fault(place, key, params ?? {});
        }
        return null;
      }
      try {
        await deps.tasks.check(by, read.data);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        fault('', error.key, error.params);
      }
      return read.data;
    }

    const ready: { plan: PlanFilePlan; tasks: ScheduledTaskForm[] }[] = [];
    for (const [p, plan] of file.plans.entries()) {
      const tasks: ScheduledTaskForm[] = [];
      for (const [t, task] of plan.tasks.entries()) {
        const form = await taskIn(task, `plans.${p}.tasks.${t}`, plan.name);
        if (form !== null) tasks.push(form);
      }
      const bad = (place: string, key: MessageKey, params: MessageParams = {}) => {
        const message = messageText(key, lang, params);
        faults.push({ path: `plans.${p}.${place}`, plan: plan.name, task: '', message });
      };
      for (const [t, task] of plan.tasks.entries())
        if (!hasDayTypes(plan, task)) bad(`tasks.${t}.day_types`, 'schedule.noDayType', { name: task.name });
      for (const [e, one] of plan.exceptions.entries())
        if (one.plan !== null && !fresh.has(one.plan) && !plansByName.has(one.plan))
          bad(`exceptions.${e}.plan`, 'schedule.noneNamed', { name: one.plan });
      const read = planForm.safeParse({ ...plan, exceptions: exceptionsOf(plan, () => 1) });
      for (const issue of read.error?.issues ?? []) {
        const { path, key, params } = issueFault(issue);
        bad(path, key, params ?? {});
      }
      ready.push({ plan, tasks });
    }
    const report = {
      dry_run: dryRun,
      imported: !dryRun && faults.length === 0,
      plans: ready.map(({ plan }) => ({ name: plan.name, tasks: plan.tasks.length })),
      faults,
    };
    if (!report.imported) return report;
    const made: number[] = [];
    await db.transaction(async (tx) => {
      const ids = new Map(plansByName);
      // Plans of the file take precedence over existing plans of the same name.
      for (const { plan } of ready) {
        const { tasks: _tasks, ...form } = plan;
        const row = await deps.plans.insert(tx, by, { ...form, enabled: false, exceptions: [] });
        ids.set(plan.name, row.id);
        made.push(row.id);
      }
      for (const [i, { plan, tasks }] of ready.entries()) {
        const id = made[i] ?? 0;
        if (plan.exceptions.length > 0)
          await deps.plans.setExceptions(
            tx,
            id,
            exceptionsOf(plan, (name) => ids.get(name) ?? null),
          );
        for (const form of tasks) await deps.tasks.writes.create(by, { ...form, plan_id: id }, tx);
      }
    });
    await index.load();
    return report;
  }

  return { out, take };
}
export type PlanFiles = ReturnType<typeof createPlanFiles>;

function exceptionsOf(plan: PlanFilePlan, idOf: (name: string) => number | null) {
  return plan.exceptions.map(({ plan: name, ...one }) => ({
    ...one,
    plan_id: name === null ? null : idOf(name),
  }));
}
