import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { alarmPermissions, drillPermission } from '../../../../contract/api/permissions.ts';
import { type AlarmAction, alarmAction, type DrillMode } from '../../../../contract/codes.ts';
import type { AlarmOrigin } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanForm, StartAlarm } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { may } from '../../../platform/http/access.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { By } from '../../broadcast/startTask.ts';
import { resolveTargets } from '../../broadcast/targetResolver.ts';
import type { ReachDeps } from '../../schedule/reach.ts';
import type { AlarmJournal } from '../journal/alarmJournal.ts';
import type { AlarmActor } from '../machine/alarm.ports.ts';
import type { Alarms, Outcome } from '../machine/alarmsApi.ts';
import type { RunningAlarm } from '../machine/runningAlarm.ts';
import { type AlarmConfiguration, tasksOfPlan } from '../plans/alarmConfiguration.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';

export interface ActionDeps {
  configuration: AlarmConfiguration;
  alarms: Alarms;
  journal: AlarmJournal;
  where: ReachDeps;
}

export const planNotFound = () => new AppError(errorCode.notFound, 'alarm.planNotFound');

/** Actions of persons on alarm plans, and starts from outside (webhooks, alerts). */
export function createActions(deps: ActionDeps) {
  const { configuration, alarms, journal } = deps;
  const actorOf = ({ caller, ip }: By): AlarmActor => ({
    accountId: caller.accountId,
    code: caller.code,
    name: caller.name,
    ip,
  });

  /** Finds a plan in the caller's scope. @throws AppError 404 */
  function own({ caller }: By, id: number): AlarmPlanRow {
    const plan = configuration.plans.get(id);
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
    return resolveTargets(deps.where, by.caller.scope, start).map(({ id }) => id);
  }

  /** @param kind how the person, or the system that acts in its name, starts it */
  async function start(
    by: By,
    id: number,
    request: StartAlarm,
    kind: AlarmOrigin['kind'] = 'manual',
  ): Promise<RunningAlarm> {
    mayDo(by, alarmAction.start, request.drill !== 'none');
    const plan = own(by, id);
    const origin: AlarmOrigin = { kind, by: by.caller.name, text: request.desc };
    const targets = chosen(by, request);
    const outcome = alarms.start(plan, {
      origin,
      drill: request.drill,
      targets,
      actor: actorOf(by),
      text: request.desc,
    });
    return done(plan, outcome);
  }

  /** @param meant id of the alarm that the caller saw: an action that came late must not hit a later one */
  async function act(
    by: By,
    id: number,
    action: Exclude<AlarmAction, 'start'>,
    meant?: number,
  ): Promise<void> {
    mayDo(by, action);
    const plan = own(by, id);
    const alarm = alarms.ofPlan(id);
    if (alarm === undefined || (meant !== undefined && alarm.id !== meant)) {
      throw new AppError(errorCode.refused, 'alarm.stateForbids', { name: plan.name });
    }
    await done(plan, alarms.act(alarm, action, actorOf(by)));
  }

  /** @throws AppError 404 for tasks or a fire terminal of a form that lie outside the caller's scope */
  async function mayUse({ caller }: By, plan: AlarmPlanForm): Promise<void> {
    const sees = (org: number | null | undefined) => org != null && inScope(caller.scope, org);
    for (const id of tasksOfPlan(plan))
      if (!sees(configuration.tasks.get(id)?.org)) throw new AppError(errorCode.notFound, 'common.notFound');
    const device = plan.fire_control_device;
    if (device !== null && !sees(deps.where.directory.byId(device)?.org))
      throw new AppError(errorCode.notFound, 'terminal.notFound');
  }

  return {
    own,
    mayUse,
    start,
    act,
    /** Name and zone of a plan; undefined: no such plan. */
    planOf: (id: number): { name: string; org: number | null } | undefined => configuration.plans.get(id),
    /** Starts a plan that a webhook or an alert is mapped to. @throws AppError 404, 999 as for a person */
    async startFromOutside(
      id: number,
      origin: AlarmOrigin,
      drill: DrillMode,
      actor: AlarmActor,
    ): Promise<void> {
      const plan = configuration.plans.get(id);
      if (plan === undefined) throw planNotFound();
      const start = { origin, drill, targets: [], actor, text: origin.text };
      await done(plan, alarms.start(plan, start));
    },
    /** Like `startFromOutside`, for actions from there. */
    async actFromOutside(
      id: number,
      action: Exclude<AlarmAction, 'start'>,
      actor: AlarmActor,
    ): Promise<void> {
      const plan = configuration.plans.get(id);
      const alarm = alarms.ofPlan(id);
      if (plan === undefined) throw planNotFound();
      if (alarm === undefined)
        throw new AppError(errorCode.refused, 'alarm.stateForbids', { name: plan.name });
      await done(plan, alarms.act(alarm, action, actor));
    },
  };
}
export type Actions = ReturnType<typeof createActions>;
