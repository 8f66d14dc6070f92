import type { LiveRow } from '../../../contract/api/live.ts';
import { playStatus } from '../../../contract/codes.ts';
import type { CapturerTask } from '../../../contract/entities/tasks/capturerTask.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { Engine } from '../engine/engineApi.ts';
import { shownState } from '../engine/playbackRules.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import type { Reaches } from '../schedule/reach.ts';
import type { CapturerTaskRow } from './capturerTask.repository.ts';

export interface CapturerTaskViewsDeps {
  live: LiveHub;
  engine: Pick<Engine, 'all' | 'claims'>;
  directory: Pick<Directory, 'byId'>;
  reaches: Reaches;
  rows(): Iterable<CapturerTaskRow>;
}

/** Interval of updates from broadcasts and terminals, ms. */
const EVERY_MS = 1_000;

/** A row as the server holds it: the reader's scope decides which targets are visible. */
interface State extends Omit<CapturerTask, 'whole' | 'targets'>, LiveRow {
  org: number[];
  /** Number of terminals that it reaches, per zone. */
  reached: readonly (readonly [org: number | null, count: number])[];
}

/** Running broadcast of each capturer task. */
export function runningOf(engine: Pick<Engine, 'all'>): Map<number, RunningBroadcast> {
  const found = new Map<number, RunningBroadcast>();
  for (const b of engine.all()) {
    const { stream } = b.row;
    if (stream !== null && 'capturer' in stream && stream.task !== null) found.set(stream.task, b);
  }
  return found;
}

/** Current state of capturer tasks, and their live topic. */
export function createCapturerTaskViews({ live, engine, directory, reaches, rows }: CapturerTaskViewsDeps) {
  const topic = live.topic<State>('capturer_task', ofScope);

  /** Reduces the fields of a row, or of a change, to a scope. */
  function ofScope(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
    const { reached, ...seen } = fields as Partial<State>;
    const sees = (org: number | null | undefined) =>
      scope.all === true || (org != null && inScope(scope, org));
    const made: Record<string, unknown> = { ...seen };
    if (seen.org !== undefined) {
      made.org = seen.org.filter(sees);
      made.whole = seen.org.every(sees);
    }
    if (reached !== undefined)
      made.targets = reached.reduce((sum, [org, count]) => sum + (sees(org) ? count : 0), 0);
    const { devices, orgs } = seen as Partial<CapturerTask>;
    if (devices !== undefined) made.devices = devices.filter((id) => sees(directory.byId(id)?.org));
    if (orgs !== undefined) made.orgs = orgs.filter(sees);
    return made;
  }

  function stateOf(row: CapturerTaskRow, b: RunningBroadcast | undefined): State {
    const reached = reaches.recent.of(row);
    const own = directory.byId(row.capturer)?.org;
    return {
      ...row,
      org: [...new Set([...reached.org, ...(own == null ? [] : [own])])],
      reached: [...Map.groupBy(reached.terminals, ({ org }) => org)].map(([org, all]) => [org, all.length]),
      broadcast_id: b?.id ?? null,
      state: b === undefined ? null : shownState(b.paused, engine.claims.heardCount(b.id)),
      by_io: b !== undefined && isByIo(b),
      play_status: b?.status ?? playStatus.free,
    };
  }

  function now(): void {
    const running = runningOf(engine);
    topic.replaceAll([...rows()].map((row) => stateOf(row, running.get(row.id))));
  }
  const timer = setInterval(now, EVERY_MS);
  timer.unref();
  return {
    now,
    end: () => clearInterval(timer),
    /** The row as a scope sees it; null: none of its zones is concerned. */
    row(scope: Scope, row: CapturerTaskRow): CapturerTask | null {
      const seen = ofScope(
        { ...stateOf(row, runningOf(engine).get(row.id)) },
        scope,
      ) as unknown as CapturerTask;
      return scope.all === true || seen.org.length > 0 ? seen : null;
    },
  };
}
export type CapturerTaskViews = ReturnType<typeof createCapturerTaskViews>;

/** Tells if the trigger input of the capturer has started it. */
export function isByIo(b: RunningBroadcast): boolean {
  const { stream } = b.row;
  return stream !== null && 'capturer' in stream && stream.io;
}
