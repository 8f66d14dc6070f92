import type { FastifyInstance } from 'fastify';
import type { LiveRow } from '../../../contract/api/live.ts';
import {
  type QuickCodeLive,
  type QuickOutcome,
  quickCodeEntity,
} from '../../../contract/entities/tasks/quickCode.ts';
import type { ScheduledTaskLive } from '../../../contract/entities/tasks/scheduledTask.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import type { QuickCodeRow } from './quickCode.repository.ts';
import * as repository from './quickCode.repository.ts';
import {
  createQuickCodeService,
  type QuickCodeService,
  type QuickCodeServiceDeps,
} from './quickCode.service.ts';
import { registerCodeUses } from './quickCode.uses.ts';
import { createQuickRun, type QuickResult, type QuickRunDeps } from './quickRun.ts';

export interface QuickCodesDeps extends Omit<QuickCodeServiceDeps, 'committed' | 'schedule'>, QuickRunDeps {
  live: LiveHub;
  uses: UseRegistry;
  schedule: QuickCodeServiceDeps['schedule'] & QuickRunDeps['schedule'];
}

export interface QuickCodes {
  /** Finds the quick code of dialled digits, if there is one. */
  byCode(code: string): QuickCodeRow | undefined;
  /** Runs a code that is not a call. */
  run(code: QuickCodeRow, station: AdoptedTerminal, link: TerminalLink): Promise<QuickResult>;
  /**
   * Shows the result of a dialling; results with an effect go into the audit log, with the station as actor.
   */
  noted(code: QuickCodeRow, station: AdoptedTerminal, link: TerminalLink, outcome: QuickOutcome): void;
  /** Service within the transaction of an import; call `committed` after the commit. */
  staged(tx: Tx): { quick_code: QuickCodeService; committed(): void };
  /** Reads all codes again. */
  load(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): void;
}

/** Results that have an effect and are audited. */
const effects: ReadonlySet<QuickOutcome> = new Set(['started', 'stopped', 'page', 'call']);

type Last = Pick<QuickCodeLive, 'last_at' | 'last_by' | 'last_outcome'>;
const never: Last = { last_at: null, last_by: '', last_outcome: null };

/** Creates quick codes: stored, shown live, and run when a station dials one. */
export async function createQuickCodes(deps: QuickCodesDeps): Promise<QuickCodes> {
  const { db } = deps;
  registerCodeUses(deps.uses);
  const topic = deps.live.topic<QuickCodeLive>('quick_code');
  const byCode = new Map<string, QuickCodeRow>();
  /** Ids of the codes of each saved task. */
  const byTask = new Map<number, Set<number>>();
  const last = new Map<number, Last>();

  const tasks = deps.live.topic<ScheduledTaskLive & LiveRow>('scheduled_task');
  const isRunning = ({ scheduled_task: task }: QuickCodeRow) =>
    task !== null && (tasks.get(task)?.state ?? null) !== null;

  function hold(row: QuickCodeRow): void {
    byCode.set(row.code, row);
    const { scheduled_task: task } = row;
    if (task !== null) byTask.set(task, (byTask.get(task) ?? new Set()).add(row.id));
    topic.upsert({ ...row, running: isRunning(row), ...(last.get(row.id) ?? never) }, row.rev);
  }
  for (const row of await repository.all(db)) hold(row);

  const followed = {
    committed(before: QuickCodeRow | null, after: QuickCodeRow | null): void {
      if (before !== null) {
        if (byCode.get(before.code)?.id === before.id) byCode.delete(before.code);
        byTask.get(before.scheduled_task ?? 0)?.delete(before.id);
      }
      if (after !== null) hold(after);
      else if (before !== null) {
        last.delete(before.id);
        topic.remove(before.id);
      }
    },
  };
  const service = createQuickCodeService({ ...deps, ...followed });

  function showRunning(ids: Iterable<number>): void {
    for (const id of ids) {
      const running = isRunning(topic.get(id) as QuickCodeRow);
      if (topic.get(id)?.running !== running) topic.patch(id, { running });
    }
  }
  const unwatch = deps.live.watch('scheduled_task', (change) => {
    if (change.op === 'replaceAll') return showRunning([...byTask.values()].flatMap((ids) => [...ids]));
    showRunning(byTask.get(change.op === 'upsert' ? change.row.id : change.id) ?? []);
  });

  return {
    byCode: (code) => byCode.get(code),
    run: createQuickRun(deps),
    noted({ id, code, name, scheduled_task }, station, link, outcome) {
      const { name: last_by } = station.settings;
      const said = { last_at: Math.floor(Date.now() / 1000), last_by, last_outcome: outcome };
      if (topic.get(id) === undefined) return;
      last.set(id, said);
      topic.patch(id, said);
      if (!effects.has(outcome)) return;
      const after = { code, name, done: outcome, ...(scheduled_task === null ? {} : { scheduled_task }) };
      const actor = { accountId: null, code: station.code };
      const entry = { action: 'dial', entity: 'quick_code', entity_id: id, ip: link.address, after };
      deps.audit.record(db, actor, entry).catch((err: unknown) => {
        deps.log.error({ err, code }, 'a dialled quick code could not be recorded');
      });
    },
    staged(tx) {
      const due: Parameters<typeof followed.committed>[] = [];
      const committed: typeof followed.committed = (...change) => void due.push(change);
      return {
        // Its transactions become savepoints of this one.
        quick_code: createQuickCodeService({ ...deps, db: tx, committed }),
        committed() {
          for (const change of due) followed.committed(...change);
        },
      };
    },
    async load() {
      const rows = await repository.all(db);
      // All are taken out first: a code may belong to another row now.
      for (const row of topic.snapshot())
        followed.committed(row, rows.find(({ id }) => id === row.id) ?? null);
      for (const row of rows) if (topic.get(row.id) === undefined) followed.committed(null, row);
    },
    routes: (app) => crudRoutes(app, quickCodeEntity, service),
    close: unwatch,
  };
}
