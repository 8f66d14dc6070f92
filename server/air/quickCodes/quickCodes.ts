import type { FastifyInstance } from 'fastify';
import type { LiveRow } from '../../../contract/api/live.ts';
import {
  type QuickCode,
  type QuickCodeLive,
  type QuickOutcome,
  quickCodeEntity,
} from '../../../contract/entities/tasks/quickCode.ts';
import type { ScheduledTaskLive } from '../../../contract/entities/tasks/scheduledTask.ts';
import { type HeldEntityDeps, heldEntity } from '../../platform/crud/heldEntity.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { View } from '../../platform/live/topic.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { UseRegistry } from '../../site/uses/registry.ts';
import type { Journal } from '../journal/journal.ts';
import type { QuickCodeRow } from './quickCode.repository.ts';
import * as repository from './quickCode.repository.ts';
import { createQuickCodeService, type QuickCodeServiceDeps } from './quickCode.service.ts';
import { registerCodeUses } from './quickCode.uses.ts';
import { createQuickRun, type QuickResult, type QuickRunDeps } from './quickRun.ts';
import { recordDialled } from './recordDialled.ts';

export interface QuickCodesDeps
  extends Omit<QuickCodeServiceDeps, 'committed' | 'schedule'>,
    QuickRunDeps,
    Pick<HeldEntityDeps, 'heldRows' | 'transferables'> {
  directory: QuickCodeServiceDeps['directory'];
  live: LiveHub;
  journal: Pick<Journal, 'add' | 'safe'>;
  uses: UseRegistry;
  schedule: QuickCodeServiceDeps['schedule'] & QuickRunDeps['schedule'];
}

export interface QuickCodes {
  /** Finds the quick code of dialled digits, if there is one. */
  byCode(code: string): QuickCodeRow | undefined;
  /** All codes. */
  codes(): Iterable<QuickCodeRow>;
  /** Runs a code that is not a call. */
  run(code: QuickCodeRow, station: AdoptedTerminal, link: TerminalLink): Promise<QuickResult>;
  /**
   * Shows the result of a dialling; results with an effect go into the audit log, with the station as actor.
   */
  record(code: QuickCodeRow, station: AdoptedTerminal, link: TerminalLink, outcome: QuickOutcome): void;
  routes(app: FastifyInstance): void;
  close(): void;
}

/** Live row as the server holds it: with the zone of the last caller, who is named within the reader's zones. */
type QuickCodeState = QuickCode &
  Record<string, unknown> &
  Pick<QuickCodeLive, 'running' | 'last_at' | 'last_outcome'> & {
    last_by: { name: string; org: number | null } | null;
  };
const nameWithin: View = (fields, scope) => {
  const last = fields.last_by as QuickCodeState['last_by'] | undefined;
  if (last === undefined) return fields;
  return { ...fields, last_by: last !== null && inScope(scope, last.org) ? last.name : '' };
};

type Last = Pick<QuickCodeState, 'last_at' | 'last_by' | 'last_outcome'>;
const never: Last = { last_at: null, last_by: null, last_outcome: null };

/** Creates quick codes: stored, shown live, and run when a station dials one. */
export async function createQuickCodes(deps: QuickCodesDeps): Promise<QuickCodes> {
  registerCodeUses(deps.uses);
  const topic = deps.live.topic<QuickCodeState>('quick_code', nameWithin);
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
  const entity = await heldEntity<QuickCodeRow>(deps, {
    entity: quickCodeEntity,
    repository: repository.quickCodes,
    serviceOf: (into, committed) => createQuickCodeService({ ...deps, db: into, committed }),
    held: () => topic.snapshot(),
    follow(before, after) {
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
  });

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
    codes: () => byCode.values(),
    run: createQuickRun(deps),
    record(code, station, link, outcome) {
      const { id } = code;
      const last_by = { name: station.settings.name, org: station.org };
      const result = { last_at: Math.floor(Date.now() / 1000), last_by, last_outcome: outcome };
      if (topic.get(id) === undefined) return;
      last.set(id, result);
      topic.patch(id, result);
      recordDialled(deps.journal, code, station, link, outcome);
    },
    routes: entity.routes,
    close: unwatch,
  };
}
