import {
  auditTime,
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  finalize,
  from,
  map,
  type Observable,
  of,
  share,
  shareReplay,
} from 'rxjs';
import { type UpgradeStep, upgradeStep } from '../../contract/codes.ts';
import {
  type UpgradeLive,
  type UpgradeTerminal,
  type UpgradeTopicRow,
  upgradeLiveId,
} from '../../contract/entities/terminals/upgrade.ts';
import type { Collection, CollectionEvent } from './collection.ts';

/** Number of terminals at each step, of a wave or of a whole batch. */
export type StepCounts = Partial<Record<UpgradeStep, number>>;

/** One wave of a batch, counted from 1. */
export interface WaveCount {
  wave: number;
  total: number;
  counts: StepCounts;
}

/** A batch and its progress. */
export interface UpgradeProgress {
  batch: UpgradeLive;
  total: number;
  counts: StepCounts;
  waves: readonly WaveCount[];
}

/** Shortest interval between two emissions, ms: thousands of terminals report their progress. */
const EVERY_MS = 250;

type Step = Pick<UpgradeTerminal, 'wave' | 'status'>;

export function countSteps(rows: readonly Pick<Step, 'status'>[]): StepCounts {
  const counts: StepCounts = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Counts the waves of a batch, in their order. */
export function countWaves(rows: readonly Step[]): WaveCount[] {
  const waves = new Map<number, Step[]>();
  for (const row of rows) {
    const known = waves.get(row.wave);
    if (known === undefined) waves.set(row.wave, [row]);
    else known.push(row);
  }
  return [...waves]
    .map(([wave, own]) => ({ wave, total: own.length, counts: countSteps(own) }))
    .sort((a, b) => a.wave - b.wave);
}

/** Counts the terminals that are finished, with any result. */
export function overOf(counts: StepCounts): number {
  const { waiting, updating, preparingToRestart, restarting } = upgradeStep;
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [waiting, updating, preparingToRestart, restarting].reduce(
    (left, step) => left - (counts[step] ?? 0),
    all,
  );
}

/** Batches of the topic with counts of their terminals: unfinished ones first, then the newest. */
export function createUpgrades(upgrade: Collection<UpgradeTopicRow>): Observable<UpgradeProgress[]> {
  return upgrade.rows$.pipe(
    auditTime(EVERY_MS),
    map(progressOf),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
}

export function progressOf(rows: readonly UpgradeTopicRow[]): UpgradeProgress[] {
  const terminals = new Map<number, UpgradeTerminal[]>();
  const batches: UpgradeLive[] = [];
  for (const row of rows) {
    if (row.kind === 'batch') batches.push(row);
    else if (terminals.get(row.upgrade)?.push(row) === undefined) terminals.set(row.upgrade, [row]);
  }
  const isOver = ({ state }: UpgradeLive) => Number(state === 'ended');
  return batches
    .sort((a, b) => isOver(a) - isOver(b) || b.upgrade - a.upgrade)
    .map((batch) => {
      const own = terminals.get(batch.upgrade) ?? [];
      return { batch, total: own.length, counts: countSteps(own), waves: countWaves(own) };
    });
}

/** Terminals of one batch as a live list takes them. */
export type UpgradeTerminals = Pick<Collection<UpgradeTerminal>, 'changes$' | 'rows$' | 'filter'>;

/**
 * Terminals of one batch: live as long as the topic holds the batch, otherwise as stored. A batch that is
 * resumed returns to the topic and is live from then on.
 *
 * @param stored fetches them from the server; a failure is reported as a refusal
 */
export function upgradeTerminals(
  upgrade: Pick<Collection<UpgradeTopicRow>, 'changes$' | 'filter' | 'get'>,
  id: number,
  stored: () => Promise<readonly UpgradeTerminal[]>,
): UpgradeTerminals {
  let held: Map<number, UpgradeTerminal> | null = null;
  let wasLive = false;
  const isOwn = (row: UpgradeTopicRow): row is UpgradeTerminal =>
    row.kind === 'terminal' && row.upgrade === id;
  const whole = (rows: readonly UpgradeTerminal[]): CollectionEvent<UpgradeTerminal> => {
    held = new Map(rows.map((row) => [row.id, row]));
    return { kind: 'snapshot', rows: [...rows] };
  };
  const stored$ = () =>
    from(stored()).pipe(
      map(whole),
      catchError(({ code, message }: { code: number; message: string }) =>
        of<CollectionEvent<UpgradeTerminal>>({ kind: 'denied', code, message }),
      ),
    );

  const news$ = upgrade.changes$.pipe(
    concatMap((event): Observable<CollectionEvent<UpgradeTerminal>> => {
      if (event.kind === 'denied') return of(event);
      const before = wasLive;
      wasLive = upgrade.get(upgradeLiveId(id)) !== undefined;
      if (!wasLive) return event.kind === 'snapshot' || held === null ? stored$() : EMPTY;
      if (event.kind === 'snapshot' || !before) return of(whole(upgrade.filter(isOwn) as UpgradeTerminal[]));
      const set = event.set.filter(isOwn);
      const gone = event.gone.filter((one) => held?.delete(one));
      for (const row of set) held?.set(row.id, row);
      return set.length + gone.length === 0 ? EMPTY : of({ kind: 'delta', set, gone });
    }),
    finalize(() => {
      held = null;
      wasLive = false;
    }),
    share(),
  );
  const now = () => [...(held?.values() ?? [])];
  const changes$ = defer(() =>
    held === null
      ? news$
      : concat(of<CollectionEvent<UpgradeTerminal>>({ kind: 'snapshot', rows: now() }), news$),
  );
  return {
    changes$,
    rows$: changes$.pipe(map(now)),
    filter: (test) => now().filter(test),
  };
}
