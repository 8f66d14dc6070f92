import {
  type AlarmAction,
  alarmAction,
  audioSource,
  type DrillMode,
  taskType,
} from '../../../contract/codes.ts';
import type { AlarmOrigin } from '../../../contract/entities/alarm.ts';
import type { AlarmPlanDryRun, AlarmPlanForm, StartAlarm } from '../../../contract/entities/alarmPlan.ts';
import { settingsOf } from '../../../contract/entities/kinds.ts';
import { AppError, errorCode } from '../../../contract/errors.ts';
import { alarmPermissions, drillPermission } from '../../../contract/permissions.ts';
import { aim } from '../../broadcast/aim.ts';
import type { Engine } from '../../broadcast/engineApi.ts';
import { rankOf, type TaskWeights } from '../../broadcast/rank.ts';
import type { By } from '../../broadcast/startTask.ts';
import { may } from '../../http/access.ts';
import { inScope } from '../../live/scope.ts';
import type { ReachDeps } from '../../schedule/reach.ts';
import type { AdoptedTerminal } from '../../terminals/directory.ts';
import type { TerminalGateway } from '../../terminals/types.ts';
import type { Prepared } from '../effects/prepared.ts';
import type { Journal } from '../journal/journal.ts';
import type { Alarms, Outcome } from '../machine/alarmsApi.ts';
import type { Doer } from '../machine/ports.ts';
import type { RunningAlarm } from '../machine/runningAlarm.ts';
import { type EmergencyBook, tasksOfPlan } from '../plans/book.ts';
import type { AlarmPlanRow, LinkageTaskRow } from '../plans/plan.repository.ts';

export interface ActionDeps {
  book: EmergencyBook;
  alarms: Alarms;
  journal: Journal;
  prepared: Prepared;
  engine: Pick<Engine, 'claims' | 'get'>;
  gateway: Pick<TerminalGateway, 'link'>;
  where: ReachDeps;
  reach(task: LinkageTaskRow): readonly AdoptedTerminal[];
  weights(): TaskWeights;
}

/** Unreachable terminals that are named; the rest is a number. */
const MAX_NAMED = 1_000;
/** Stands for what is not started: behind all that run, as the latest. */
const NOT_STARTED = Number.MAX_SAFE_INTEGER;

export const planNotFound = () => new AppError(errorCode.notFound, 'alarm.planNotFound');

/** What people do with alarm plans (design 8, 9), and what comes from outside. */
export function createActions(deps: ActionDeps) {
  const { book, alarms, journal } = deps;
  const doerOf = ({ caller, ip }: By): Doer => ({
    accountId: caller.accountId,
    code: caller.code,
    name: caller.name,
    ip,
  });

  /** A plan that is the caller's. @throws AppError 404 */
  function own({ caller }: By, id: number): AlarmPlanRow {
    const plan = book.plans.get(id);
    if (plan === undefined || plan.org === null || !inScope(caller.scope, plan.org)) throw planNotFound();
    return plan;
  }

  async function done(plan: AlarmPlanRow, outcome: Outcome): Promise<RunningAlarm> {
    if ('refused' in outcome) {
      const { name } = plan;
      const inputs = outcome.active.join(', ');
      if (outcome.refused === 'input_active')
        throw new AppError(errorCode.refused, 'alarm.inputActive', { inputs });
      if (outcome.refused === 'done') throw new AppError(errorCode.refused, 'alarm.done');
      throw new AppError(errorCode.refused, 'alarm.stateForbids', { name });
    }
    await journal.safe(outcome.alarm.id);
    return outcome.alarm;
  }

  /** @throws AppError 403 without one of the keys */
  function mayDo(by: By, action: AlarmAction, isDrill = false): void {
    if (!may(by.caller, isDrill ? drillPermission : alarmPermissions[action]))
      throw new AppError(errorCode.forbidden, 'auth.noPermission');
  }

  function chosen(by: By, start: StartAlarm): number[] {
    if (start.drill !== 'chosen') return [];
    return aim(deps.where, by.caller.scope, start).map(({ id }) => id);
  }

  async function start(by: By, id: number, asked: StartAlarm): Promise<RunningAlarm> {
    mayDo(by, alarmAction.start, asked.drill !== 'none');
    const plan = own(by, id);
    const origin: AlarmOrigin = { kind: 'manual', by: by.caller.name, text: asked.desc };
    const targets = chosen(by, asked);
    const outcome = alarms.start(plan, {
      origin,
      drill: asked.drill,
      targets,
      doer: doerOf(by),
      text: asked.desc,
    });
    return done(plan, outcome);
  }

  async function act(by: By, id: number, action: Exclude<AlarmAction, 'start'>): Promise<void> {
    mayDo(by, action);
    const plan = own(by, id);
    const alarm = alarms.ofPlan(id);
    if (alarm === undefined) {
      throw new AppError(errorCode.refused, 'alarm.stateForbids', { name: plan.name });
    }
    await done(plan, alarms.act(alarm, action, doerOf(by)));
  }

  function lengthOf(task: LinkageTaskRow): number | null {
    const round = deps.prepared.of(task.id).round;
    return round === null ? null : round.duration_ms + Math.round(task.interval_time * 1000);
  }

  /** What a plan would do, were it started now. Changes nothing. */
  function dryRun(plan: Omit<AlarmPlanForm, 'desc'>, id: number | null): AlarmPlanDryRun {
    const reached = new Map<number, AdoptedTerminal>();
    const sounded = new Set<number>();
    const stepOf = (name: string, at_s: number | null, ids: readonly number[]) => ({
      name,
      at_s,
      tasks: ids.flatMap((one) => {
        const task = book.tasks.get(one);
        if (task === undefined) return [];
        const terminals = deps.reach(task);
        for (const terminal of terminals) {
          reached.set(terminal.id, terminal);
          if (task.audio_source !== audioSource.controlTask) sounded.add(terminal.id);
        }
        const sound = deps.prepared.of(one);
        return [
          {
            linkage_task_id: one,
            name: task.name,
            terminals: terminals.length,
            round_ms: lengthOf(task),
            ready: sound.missing === null,
          },
        ];
      }),
    });
    let at: number | null = 0;
    const steps = [stepOf('', 0, plan.linkage_task_ids)];
    for (const step of plan.steps) {
      at = at === null || step.after_s === null ? null : at + step.after_s;
      steps.push(stepOf(step.name, at, step.linkage_task_ids));
    }
    const ranked = { id: NOT_STARTED, task_type: taskType.alarm, priority: plan.priority };
    const rank = rankOf({ ...ranked, started_at: Math.floor(Date.now() / 1000) }, deps.weights());
    const preempts = new Map<number, number>();
    const unreachable: AlarmPlanDryRun['unreachable'] = [];
    let unreachable_count = 0;
    for (const { id: terminal_id, code, org, row } of reached.values()) {
      const link = deps.gateway.link(terminal_id);
      const told = link?.report?.state;
      const reason = link === undefined ? 'offline' : told === 'locked' || told === 'unsynced' ? told : null;
      for (const met of deps.engine.claims.preview(rank, 'alone', terminal_id))
        if (met.kind === 'preempts') preempts.set(met.other, (preempts.get(met.other) ?? 0) + 1);
      if (reason !== null && ++unreachable_count <= MAX_NAMED)
        unreachable.push({ terminal_id, code, name: row.name, org, reason });
    }
    const outranked_by = [...book.plans.values()].flatMap((other) => {
      if (other.id === id || other.priority <= plan.priority) return [];
      const shared = new Set(
        tasksOfPlan(other)
          .flatMap((one) => book.tasks.get(one) ?? [])
          .flatMap((task) => deps.reach(task).map((terminal) => terminal.id))
          .filter((terminal) => sounded.has(terminal)),
      );
      return shared.size === 0 ? [] : [{ id: other.id, name: other.name, terminals: shared.size }];
    });
    const device =
      plan.fire_control_device === null ? undefined : deps.where.directory.byId(plan.fire_control_device);
    const settings = device && settingsOf('fire_control_device', device.row.details);
    return {
      delay_s: plan.input_nums.length === 0 ? 0 : (settings?.delayTriggerTime ?? 0),
      steps,
      targets: reached.size,
      preempts: [...preempts].map(([task_id, terminals]) => ({
        task_id,
        name: deps.engine.get(task_id)?.row.name ?? '',
        terminals,
      })),
      unreachable_count,
      unreachable,
      outranked_by,
    };
  }

  /** @throws AppError 404 for tasks or a fire terminal of a form that are not the caller's */
  async function mayUse({ caller }: By, plan: AlarmPlanForm): Promise<void> {
    const sees = (org: number | null | undefined) => org != null && inScope(caller.scope, org);
    for (const id of tasksOfPlan(plan))
      if (!sees(book.tasks.get(id)?.org)) throw new AppError(errorCode.notFound, 'common.notFound');
    const device = plan.fire_control_device;
    if (device !== null && !sees(deps.where.directory.byId(device)?.org))
      throw new AppError(errorCode.notFound, 'terminal.notFound');
  }

  return {
    own,
    mayUse,
    start,
    act,
    dryRun,
    /** Zone of a plan; undefined: there is none of that id. */
    zoneOf: (id: number): number | null | undefined => book.plans.get(id)?.org,
    /** Starts a plan that a webhook or an alert is mapped to. @throws AppError 404, 999 as for a person */
    async startFromOutside(id: number, origin: AlarmOrigin, drill: DrillMode, doer: Doer): Promise<void> {
      const plan = book.plans.get(id);
      if (plan === undefined) throw planNotFound();
      const asked = { origin, drill, targets: [], doer, text: origin.text };
      await done(plan, alarms.start(plan, asked));
    },
    /** As `startFromOutside`, for an end that comes from there. */
    async actFromOutside(id: number, action: Exclude<AlarmAction, 'start'>, doer: Doer): Promise<void> {
      const plan = book.plans.get(id);
      const alarm = alarms.ofPlan(id);
      if (plan === undefined) throw planNotFound();
      if (alarm === undefined)
        throw new AppError(errorCode.refused, 'alarm.stateForbids', { name: plan.name });
      await done(plan, alarms.act(alarm, action, doer));
    },
  };
}
export type Actions = ReturnType<typeof createActions>;
