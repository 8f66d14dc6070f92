import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AlarmPlan } from '../../contract/entities/alarmPlan.ts';
import { type GpioTaskLive, gpioTaskEntity } from '../../contract/entities/gpioTask.ts';
import { ioId } from '../../contract/entities/io.ts';
import { envelope, idParams } from '../../contract/envelope.ts';
import type { Engine } from '../broadcast/engineApi.ts';
import { crudRoutes } from '../crudRoutes.ts';
import type { Db } from '../db/client.ts';
import { callerOf } from '../http/access.ts';
import { addressOf } from '../http/address.ts';
import { ok } from '../http/envelope.ts';
import type { Io } from '../io/io.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { Audit } from '../system/audit.ts';
import type { Terminals } from '../terminals/terminals.ts';
import type { Zones } from '../zones/zones.ts';
import type { GpioLinks } from './gpioLinks.ts';
import type { GpioTaskRow } from './gpioTask.repository.ts';
import * as repository from './gpioTask.repository.ts';
import { createGpioService } from './gpioTask.service.ts';
import { Runner } from './runner.ts';
import { createSavedRuns } from './savedRuns.ts';

export interface GpioTasks {
  /** For alarms. */
  links: GpioLinks;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

export interface GpioDeps {
  db: Db;
  log: { error(details: object, message: string): void };
  audit: Audit;
  live: LiveHub;
  zones: Zones;
  terminals: Pick<Terminals, 'directory'>;
  io: Io;
  engine: Engine;
  schedule: Schedule;
}

type PlanLines = Pick<AlarmPlan, 'id' | 'name' | 'fire_control_device' | 'input_nums' | 'output_nums'>;

/** The lines of the site by what uses them: `ioId` and names. */
class Uses {
  readonly names = new Map<number, string[]>();
  add(device: number | null, direction: 'input' | 'output', numbers: readonly number[], name: string): void {
    if (device === null) return;
    for (const number of numbers) {
      const id = ioId(device, direction, number);
      this.names.set(id, [...(this.names.get(id) ?? []), name]);
    }
  }
}

/** GPIO tasks: kept, shown, run by inputs, alarms and people. */
export async function createGpioTasks(deps: GpioDeps): Promise<GpioTasks> {
  const { db, live, log, io } = deps;
  const { directory } = deps.terminals;
  const topic = live.topic<GpioTaskLive>('gpio_task');
  const saved = createSavedRuns(deps);
  let isReady = false;

  function show({ by_hand: _by_hand, ...task }: GpioTaskRow): void {
    if (isReady) topic.upsert({ ...task, ...runner.facts(task.id) });
  }
  const runner: Runner = new Runner(
    {
      io,
      saved,
      codeOf: (terminal) => directory.byId(terminal)?.code ?? '',
      changed: show,
      now: () => Math.floor(Date.now() / 1000),
    },
    await repository.all(db),
  );
  isReady = true;
  for (const task of runner.tasks()) show(task);

  function showUses(): void {
    const uses = new Uses();
    for (const task of runner.tasks()) {
      uses.add(task.fire_control_device, 'input', task.input_nums, task.name);
      for (const one of task.outputs) uses.add(one.fire_control_device, 'output', one.output_nums, task.name);
    }
    io.setUses('gpio_task', uses.names);
  }
  showUses();

  let known = '';
  /** Alarm plans are published every second, mostly as they were. */
  function showPlans(): void {
    const plans = [...live.state('alarm_plan').rows.values()] as unknown as PlanLines[];
    const facts = plans.map((plan) => [
      plan.name,
      plan.fire_control_device,
      plan.input_nums,
      plan.output_nums,
    ]);
    const text = JSON.stringify(facts);
    if (text === known) return;
    known = text;
    const uses = new Uses();
    for (const plan of plans) {
      uses.add(plan.fire_control_device, 'input', plan.input_nums, plan.name);
      uses.add(plan.fire_control_device, 'output', plan.output_nums, plan.name);
    }
    io.setUses('alarm_plan', uses.names);
  }

  /** Deleting a saved task takes it out of the GPIO tasks, in the database by itself. */
  function followSaved(): void {
    const { tasks } = deps.schedule.book;
    const ids = [...runner.tasks()].flatMap(({ id, scheduled_task }) =>
      scheduled_task === null || tasks.has(scheduled_task) ? [] : [id],
    );
    if (ids.length === 0) return;
    repository
      .byIds(db, ids)
      .then((rows) => {
        for (const row of rows) runner.put(row);
      })
      .catch((err) => log.error({ err }, 'GPIO tasks could not be read'));
  }

  const ends = [
    io.onInput((terminal, input, active) => runner.input(terminal, input, active)),
    live.watch('gpio_task', showUses),
    live.watch('alarm_plan', showPlans),
    live.watch('scheduled_task', followSaved),
  ];
  const service = createGpioService({ ...deps, directory, runner, removed: (id) => topic.remove(id) });

  return {
    links: runner,
    routes(app) {
      crudRoutes(app, gpioTaskEntity, service);
      const routes = app.withTypeProvider<ZodTypeProvider>();
      for (const action of ['start', 'stop'] as const)
        routes.post(
          `/v1/gpio_task/:id/${action}`,
          {
            config: { access: 'operate_gpio_task' },
            schema: { tags: ['gpio_task'], params: idParams, response: { 200: envelope(z.null()) } },
          },
          async (request) => {
            await service.operate(callerOf(request), addressOf(request), request.params.id, action);
            return ok(request, null);
          },
        );
    },
    async close() {
      for (const end of ends) end();
      await saved.close();
    },
  };
}
