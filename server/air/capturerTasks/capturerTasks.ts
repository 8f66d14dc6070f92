import type { FastifyInstance } from 'fastify';
import { capturerMode, taskType } from '../../../contract/codes.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { Groups } from '../../site/groups/groups.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import { type TargetingTaskRegistry, unscheduled } from '../../site/uses/targetingTasks.ts';
import { registerTargetUses } from '../../site/uses/targetUses.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { Broadcasting } from '../broadcast/broadcasting.ts';
import type { Ids } from '../journal/ids.ts';
import type { Journal } from '../journal/journal.ts';
import { createReaches } from '../schedule/reach.ts';
import type { Captures } from '../talk/captures.ts';
import { watchInputs } from './capturerInputs.ts';
import * as repository from './capturerTask.repository.ts';
import { capturerTaskRoutes } from './capturerTask.routes.ts';
import { createCapturerTaskService } from './capturerTask.service.ts';
import { createCapturerTaskViews, isByIo, runningOf } from './capturerTaskViews.ts';
import { closedAtStop, type InputKey, keepClosedInputs } from './closedInputs.ts';
import { endLostCapturers } from './endLostCapturers.ts';
import { startCapturer } from './startCapturer.ts';

export interface CapturerTasksDeps {
  db: Db;
  targetingTasks: Pick<TargetingTaskRegistry, 'register'>;
  uses: UseRegistry;
  audit: Audit;
  ids: Pick<Ids, 'next'>;
  journal: Pick<Journal, 'add' | 'safe'>;
  live: LiveHub;
  zones: Zones;
  terminals: Terminals;
  groups: Pick<Groups, 'members' | 'revision'>;
  broadcasting: Broadcasting;
  captures: Pick<Captures, 'open'>;
  faults: FaultSink;
  /** Time that a task started by an input waits for its capturer, ms; absent: `defaultTimes`. */
  capturerMs?: number | undefined;
  log: { error(details: object, message: string): void };
}

export interface CapturerTasks {
  /** Reads all tasks again. */
  load(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/**
 * Capturer tasks (contract/entities/tasks/capturerTask.ts): service, live topic, and starts by the inputs of
 * capturers.
 */
export async function createCapturerTasks(deps: CapturerTasksDeps): Promise<CapturerTasks> {
  const { db, zones, terminals, broadcasting, log } = deps;
  const { directory, gateway, devices } = terminals;
  const { engine } = broadcasting;
  const where = { directory, zones, groups: deps.groups };
  const reaches = createReaches(where);
  let rows = new Map<number, repository.CapturerTaskRow>();
  const present = createCapturerTaskViews({ ...deps, engine, directory, reaches, rows: () => rows.values() });

  /** Reads one after the other, so that the last one read is kept. */
  let reading = Promise.resolve();
  async function read(): Promise<void> {
    rows = new Map((await repository.all(db)).map((row) => [row.id, row]));
    present.now();
  }
  await read();
  function load(): Promise<void> {
    reading = reading.then(read, read);
    return reading;
  }

  deps.targetingTasks.register('menu_capturer_task', function* (terminalId) {
    const { recent } = reaches;
    const running = runningOf(engine);
    for (const task of rows.values())
      if (recent.isAt(task, terminalId))
        yield {
          ...unscheduled,
          kind: 'capturer_task',
          id: task.id,
          name: task.name,
          task_type: taskType.capturer,
          enabled: task.enabled,
          broadcast_id: running.get(task.id)?.id ?? null,
        };
  });

  registerTargetUses(deps, 'capturer_task', () => rows.values());

  const service = createCapturerTaskService({
    ...deps,
    where,
    reaches,
    engine,
    present,
    broadcasts: broadcasting.service,
    rows: () => rows,
    changed: load,
  });

  /**
   * Handles an edge of an input: closing starts the tasks of its channel while the capturer is in IO mode,
   * opening ends them.
   */
  function edge(id: number, channel: number, closed: boolean): void {
    const capturer = directory.byId(id);
    if (capturer === undefined) return;
    const running = runningOf(engine);
    const isIo = settingsOf('capturer', capturer.row.details).mode === capturerMode.io;
    const by = { accountId: null, code: capturer.code, name: capturer.settings.name, ip: '' };
    for (const task of rows.values()) {
      if (task.capturer !== id || task.capturer_channel !== channel) continue;
      const b = running.get(task.id);
      // Heard at once; later edges must not wait until a database that is away has stored it.
      if (!closed && b !== undefined && isByIo(b)) engine.finish(b, 'released').catch(() => {});
      if (!closed || !isIo || !task.enabled || b !== undefined) continue;
      const { terminals: reached } = reaches.recent.of(task);
      try {
        startCapturer({ ...deps, engine }, task, { capturer, terminals: reached }, by);
      } catch (err) {
        // The other tasks of this input start nevertheless.
        log.error({ err, task: task.name }, 'an input could not start its capturer task');
      }
    }
    present.now();
  }
  /** Inputs that have closed and whose tasks are not started yet. */
  const starting = new Set<InputKey>();
  /**
   * Edges are handled one after the other: a bouncing contact ends in its last state. A closed input is stored after its
   * tasks are started, an open one before they are ended: a server that is killed in between finds the edge again.
   */
  let edges = Promise.resolve();
  const follow = (id: number, channel: number, closed: boolean) => {
    const key: InputKey = `${id} ${channel}`;
    if (closed) starting.add(key);
    edges = edges
      .then(async () => {
        if (!closed) await kept.stored();
        edge(id, channel, closed);
      })
      .catch((err: unknown) => log.error({ err }, 'an input could not start or stop its capturer task'))
      .then(() => {
        if (starting.delete(key)) kept.changed();
      });
  };
  const kept = keepClosedInputs(db, () => inputs.closed().filter((key) => !starting.has(key)));
  const stored = await closedAtStop(db);
  const inputs = watchInputs(gateway, stored, follow, kept.changed);
  if (stored === null) kept.changed();
  const endGivingUp = endLostCapturers({
    engine,
    faults: deps.faults,
    gateway,
    directory,
    reopen: inputs.reopen,
    afterMs: deps.capturerMs,
  });
  const subscriptions = [
    zones.onChange(() => reaches.stale()),
    devices.subscribe({
      moved: (_id, before, after) => {
        if (before === null || before?.org !== after?.org) reaches.stale();
      },
    }),
    // The tasks of a removed capturer are removed with it.
    gateway.subscribe({
      removed(id) {
        if ([...rows.values()].some(({ capturer }) => capturer === id)) void load();
      },
    }),
  ];

  return {
    load,
    routes: (app) => capturerTaskRoutes(app, service),
    async close() {
      inputs.end();
      endGivingUp();
      present.end();
      for (const end of subscriptions) end();
      await kept.close();
    },
  };
}
