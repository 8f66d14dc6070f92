import type { Page, PageQuery } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type {
  BroadcastLive,
  BroadcastTargetRow,
  TargetQuery,
  TaskRow,
} from '../../../contract/entities/tasks/broadcast.ts';
import { taskSortable } from '../../../contract/entities/tasks/broadcast.ts';
import { byRank } from '../../../contract/entities/tasks/queuedStart.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import type { Engine } from '../engine/engineApi.ts';
import { taskView } from '../engine/liveRow.ts';
import type { TargetState } from '../engine/state/target.ts';
import { readReason } from '../engine/storedReason.ts';
import * as repository from './history.repository.ts';
import { type TargetSearch, targetsOf } from './targets.repository.ts';

export interface BroadcastQueriesDeps {
  db: Db;
  engine: Engine;
}

/** Fields of a start that rows of earlier versions do not have. */
const unasked = { ...byRank, recording: null };

const zonesOf = (caller: Caller) => (caller.scope.all === true ? null : [...caller.scope.ids]);
const offsetOf = ({ page, limit }: PageQuery) => (page - 1) * limit;

function taskRowOf({ row, by, targets, heard, missed, behind_relay }: repository.Summary): TaskRow {
  const { interval_ms, items, end_reason, ...rest } = row;
  return {
    ...rest,
    interval_time: interval_ms / 1000,
    started_by: by ?? '',
    end_reason: end_reason as TaskRow['end_reason'],
    item_count: items.length,
    targets,
    heard,
    missed,
    behind_relay,
  };
}

export function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

/** Queries of broadcasts that are on the air or have ended. */
export function createBroadcastQueries({ db, engine }: BroadcastQueriesDeps) {
  async function found(caller: Caller, id: number): Promise<repository.Summary> {
    const summary = await repository.one(db, id, zonesOf(caller));
    if (summary === undefined) throw new AppError(errorCode.notFound, 'broadcast.taskNotFound');
    return summary;
  }

  /** A stored target with its current state while its broadcast is on the air. */
  function present(id: number, stored: Awaited<ReturnType<typeof targetsOf>>['rows'][number]) {
    const b = engine.get(id);
    const terminal_id = stored.target.terminal_id;
    const target = b?.targets.get(terminal_id) ?? b?.former.get(terminal_id);
    const proof = target?.proof() ?? stored.target;
    const { reason, left } = readReason(proof.reason);
    const running = b !== undefined && target !== undefined && !left;
    return {
      terminal_id,
      code: stored.code,
      name: stored.name,
      org: stored.target.org,
      state: running ? engine.stateOf(b, target) : left ? ('left' as const) : ('ended' as const),
      reason: running ? engine.reasonOf(b, target) : reason,
      // A terminal that played without a link may have begun before the server's own sound reached it.
      first_sound_at: earlier(proof.first_sound_at, stored.target.first_sound_at),
      played_ms: proof.played_ms + stored.target.offline_ms,
      offline_ms: stored.target.offline_ms,
      received: proof.received,
      lost: proof.lost,
      late: proof.late,
      gaps: proof.gaps,
      missed_ms: proof.missed_ms,
    };
  }

  /**
   * Translates the state filter to terminals, and lists the terminals of a running broadcast that come first:
   * those that do not sound.
   */
  function chosen(id: number, wanted: TargetQuery['state']): Pick<TargetSearch, 'only' | 'heard' | 'first'> {
    const b = engine.get(id);
    const ids = (matches: (state: TargetState) => boolean) =>
      b === undefined
        ? []
        : [...b.targets.values()].flatMap((one) => (matches(engine.stateOf(b, one)) ? one.terminalId : []));
    const first = ids((state) => state !== 'sounding' && state !== 'paused');
    if (wanted === undefined) return { only: null, heard: null, first };
    if (wanted === 'heard' || wanted === 'unheard') return { only: null, heard: wanted === 'heard', first };
    const only = ids((state) => state === wanted || (wanted === 'silent' && state === 'paused'));
    return { only, heard: null, first };
  }

  async function targetPage(
    caller: Caller,
    id: number,
    query: TargetQuery,
  ): Promise<Page<BroadcastTargetRow>> {
    const limits = {
      ...chosen(id, query.state),
      zones: zonesOf(caller),
      q: query.q,
      limit: query.limit,
      offset: offsetOf(query),
    };
    const { rows, total } = await targetsOf(db, id, limits);
    return { rows: rows.map((row) => present(id, row)), total, page: query.page, limit: query.limit };
  }

  return {
    async list(
      caller: Caller,
      query: PageQuery & { state?: 'on_air' | 'ended' | undefined },
    ): Promise<Page<TaskRow>> {
      const wanted = query.sort?.replace(/^-/, '') ?? '';
      const known = (taskSortable as readonly string[]).includes(wanted);
      const { rows, ...totals } = await repository.history(db, {
        state: query.state,
        q: query.q,
        sort: known && query.sort !== undefined ? query.sort : '-started_at',
        zones: zonesOf(caller),
        limit: query.limit,
        offset: offsetOf(query),
      });
      return { rows: rows.map(taskRowOf), ...totals, page: query.page, limit: query.limit };
    },
    async get(caller: Caller, id: number) {
      const summary = await found(caller, id);
      const b = engine.get(id);
      const { stream } = summary.row;
      return {
        ...taskRowOf(summary),
        items: summary.row.items.map(({ path: _path, ...item }) => item),
        textContent: summary.row.text_content ?? '',
        radio: stream !== null && 'radio' in stream ? stream.radio : null,
        url: stream !== null && 'url' in stream && !('radio' in stream) ? stream.url : '',
        duration: Math.round((summary.row.limit_ms ?? 0) / 1000),
        asked: summary.whole && summary.row.asked !== null ? { ...unasked, ...summary.row.asked } : null,
        live: b === undefined ? null : (taskView(engine.row(b), caller.scope) as BroadcastLive),
      };
    },
    /** Tells if all terminals of a run lie in the caller's zones. @throws AppError 404 */
    async isWhole(caller: Caller, id: number): Promise<boolean> {
      return (await found(caller, id)).whole;
    },
    async targets(caller: Caller, id: number, query: TargetQuery): Promise<Page<BroadcastTargetRow>> {
      await found(caller, id);
      return targetPage(caller, id, query);
    },
    /** Targets of a run that the caller was already found to see, at least in part. */
    targetPage,
  };
}
export type BroadcastQueries = ReturnType<typeof createBroadcastQueries>;
