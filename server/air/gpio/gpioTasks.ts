import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { type GpioTaskLive, gpioTaskEntity } from '../../../contract/entities/tasks/gpioTask.ts';
import { ioId } from '../../../contract/entities/terminals/io.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import type { Db } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Io } from '../../site/io/io.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { User } from '../../site/uses/used.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { Journal } from '../journal/journal.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { GpioLinks } from './gpioLinks.ts';
import { GpioRunner } from './gpioRunner.ts';
import type { GpioTaskRow } from './gpioTask.repository.ts';
import * as repository from './gpioTask.repository.ts';
import { createGpioService } from './gpioTask.service.ts';
import { createSavedRuns } from './savedRuns.ts';

export interface GpioTasks {
  /** Reads all tasks again. */
  load(): Promise<void>;
  /** Interface for alarms. */
  links: GpioLinks;
  /** Follows the inputs of a terminal that a relay has heard (`GpioRunner.follow`). */
  follow(terminal: number): void;
  /** All tasks. */
  tasks(): Iterable<GpioTaskRow>;
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
  journal: Pick<Journal, 'add' | 'safe'>;
  schedule: Schedule;
}

/** Lines of the site by `ioId`, with the tasks that use them. */
function usesOf(tasks: Iterable<GpioTaskRow>): Map<number, User[]> {
  const found = new Map<number, User[]>();
  for (const { name, org, fire_control_device, input_nums, outputs } of tasks) {
    const user = { name, org };
    const lines = new Set([
      ...(fire_control_device === null ? [] : input_nums.map((n) => ioId(fire_control_device, 'input', n))),
      ...outputs.flatMap((one) => one.output_nums.map((n) => ioId(one.fire_control_device, 'output', n))),
    ]);
    for (const id of lines) found.set(id, [...(found.get(id) ?? []), user]);
  }
  return found;
}

/** GPIO tasks: service, live topic, and runs by inputs, alarms and persons. */
export async function createGpioTasks(deps: GpioDeps): Promise<GpioTasks> {
  const { db, live, log, io } = deps;
  const { directory } = deps.terminals;
  const topic = live.topic<GpioTaskLive>('gpio_task');
  const saved = createSavedRuns(deps);
  let isReady = false;

  function show({ by_hand: _by_hand, ...task }: GpioTaskRow): void {
    if (isReady) topic.upsert({ ...task, ...runner.facts(task.id) });
  }
  const runner: GpioRunner = new GpioRunner(
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

  const showUses = () => io.setUses('gpio_task', usesOf(runner.tasks()));
  showUses();

  /** Reads the GPIO tasks of deleted scheduled tasks again; the database has removed the reference itself. */
  function followSaved(): void {
    const { tasks } = deps.schedule.index;
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
    live.watch('scheduled_task', followSaved),
  ];
  const service = createGpioService({ ...deps, directory, runner, removed: (id) => topic.remove(id) });

  return {
    async load() {
      const rows = await repository.all(db);
      const there = new Set(rows.map(({ id }) => id));
      for (const { id } of [...runner.tasks()]) {
        if (there.has(id)) continue;
        runner.remove(id);
        topic.remove(id);
      }
      for (const row of rows) {
        runner.put(row);
        show(row);
      }
    },
    links: runner,
    follow: (terminal) => runner.follow(terminal),
    tasks: () => runner.tasks(),
    routes(app) {
      crudRoutes(app, gpioTaskEntity, service);
      const routes = app.withTypeProvider<ZodTypeProvider>();
      for (const action of ['start', 'stop'] as const)
        routes.post(
          `/v1/gpio_task/:id/${action}`,
          {
            config: { access: 'operate_gpio_task', emergency: true },
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
