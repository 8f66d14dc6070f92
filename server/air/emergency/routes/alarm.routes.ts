import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchResult, envelope, idParams, idSchema } from '../../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { alarmPermissions, drillPermission } from '../../../../contract/api/permissions.ts';
import { type AlarmAction, alarmAction } from '../../../../contract/codes.ts';
import {
  actOnAlarm,
  alarmPlanDryRun,
  alarmPlanFields,
  alarmPlanForm,
  startAlarm,
} from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { CrudService } from '../../../platform/crud/crud.ts';
import { batchBody } from '../../../platform/crud/crudRoutes.ts';
import { parseOrThrow } from '../../../platform/crud/parseOrThrow.ts';
import { clientLeft, runBatch } from '../../../platform/crud/runBatch.ts';
import { callerOf, may } from '../../../platform/http/access.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ok } from '../../../platform/http/envelope.ts';
import type { By } from '../../broadcast/startTask.ts';
import { byOf } from '../../schedule/tasks/task.routes.ts';
import type { DryRun } from '../plans/alarmDryRun.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import type { Actions } from './actions.ts';

const tags = ['alarm_plan'];
const path = '/v1/alarm_plan';
const none = { 200: envelope(z.null()) };
const actions = Object.values(alarmAction).filter((action) => action !== 'start');
const everyKey = [
  'delete_alarm_plan',
  ...new Set([...Object.values(alarmPermissions).flat(), ...drillPermission]),
] as const;

/** Routes of the actions on alarm plans: each action has its own permission (contract/api/permissions.ts). */
export function alarmRoutes(
  app: FastifyInstance,
  deps: { actions: Actions; plans: CrudService<AlarmPlanRow>; dryRun: DryRun },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const started = envelope(
    z.object({ alarm_id: z.number().int().describe('Id of the alarm, that of its record.') }),
  );

  routes.post(
    `${path}/:id/start`,
    {
      // A real start and a drill have different permissions; the body tells which one is meant.
      config: { access: [...alarmPermissions.start, 'operate_alarm_drill'], emergency: true },
      schema: { tags, params: idParams, body: startAlarm, response: { 200: started } },
    },
    async (request) => {
      const alarm = await deps.actions.start(byOf(request), request.params.id, request.body);
      return ok(request, { alarm_id: alarm.id });
    },
  );
  for (const action of actions)
    routes.post(
      `${path}/:id/${action}`,
      {
        config: { access: alarmPermissions[action], emergency: true },
        schema: { tags, params: idParams, body: actOnAlarm, response: none },
      },
      async (request) => {
        await deps.actions.act(byOf(request), request.params.id, action, request.body?.alarm_id);
        return ok(request, null);
      },
    );
  routes.post(
    `${path}/dry_run`,
    {
      config: { access: ['list_alarm_plan', 'create_alarm_plan', 'edit_alarm_plan'], fromSnapshot: true },
      schema: {
        tags,
        body: z.object({
          id: idSchema.optional().describe('Id of a saved plan.'),
          plan: alarmPlanFields.optional().describe('A plan as in the form.'),
        }),
        response: { 200: envelope(alarmPlanDryRun) },
      },
    },
    async (request) => {
      const { id, plan } = request.body;
      const saved = id === undefined ? undefined : deps.actions.own(byOf(request), id);
      if (plan === undefined && saved === undefined)
        throw new AppError(errorCode.badRequest, 'common.invalidRequest');
      return ok(
        request,
        deps.dryRun(
          plan === undefined ? (saved as AlarmPlanRow) : await form(plan, byOf(request)),
          id ?? null,
          callerOf(request).scope,
        ),
      );
    },
  );
  /** A form as it would be saved. Refused if it names anything outside the caller's scope. */
  async function form(plan: z.output<typeof alarmPlanFields>, by: By) {
    const whole = parseOrThrow(alarmPlanForm, plan);
    await deps.actions.mayUse(by, whole);
    return whole;
  }

  routes.post(
    `${path}/batch`,
    {
      config: { access: everyKey as never, emergency: true },
      schema: {
        tags,
        body: batchBody.extend({
          action: z
            .enum(['delete', ...Object.values(alarmAction)])
            .describe(
              'Action for each plan: `delete` removes it; `start`, `stop`, `reset`, `acknowledge`, `silence`, `unsilence` and `step` are those of one plan.',
            ),
        }),
        response: { 200: envelope(batchResult) },
      },
    },
    async (request) => {
      const by = byOf(request);
      const { ids, action } = request.body;
      if (!may(by.caller, action === 'delete' ? 'delete_alarm_plan' : alarmPermissions[action]))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const caller = callerOf(request);
      const real = startAlarm.parse({});
      const one = async (id: number): Promise<void> => {
        if (action === 'delete') await deps.plans.remove(caller, addressOf(request), id);
        else if (action === 'start') await deps.actions.start(by, id, real);
        else await deps.actions.act(by, id, action as Exclude<AlarmAction, 'start'>);
      };
      // All at the same time: the last plan of a list must not wait until the first is stored.
      const actionOf = new Map(action === 'delete' ? [] : ids.map((id) => [id, one(id)]));
      for (const pending of actionOf.values()) pending.catch(() => {});
      // Alarm actions go on even if the client has disconnected; deletions, made one after the other, stop
      // then.
      const options =
        action === 'delete'
          ? { known: (all: readonly number[]) => deps.plans.known(caller, all), isLeft: clientLeft(request) }
          : {};
      return ok(request, await runBatch(ids, request.lang, (id) => actionOf.get(id) ?? one(id), options));
    },
  );
}
