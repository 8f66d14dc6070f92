import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Blocker, QueuedStartLive } from '../../../contract/entities/tasks/queuedStart.ts';
import type { Scope } from '../../platform/live/scope.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { attemptsOf, type ParkedStarts } from './parkedStarts.ts';
import type { Queued } from './queue.types.ts';
import type { WaitingLine } from './waitingLine.ts';

/** Numbers of terminals by zone; null: without a zone. */
type Zones = readonly (readonly [org: number | null, terminals: number])[];

type ZonedBlocker = Omit<Blocker, 'terminals'> & { zones: Zones };

/** A row as the server holds it: the counts that a reader sees depend on its zones. */
export interface QueuedState extends QueuedStartLive {
  zones: Zones;
  /** Source of `waits_for`. */
  blockers: readonly ZonedBlocker[];
}

interface RowDeps {
  terminal(id: number): AdoptedTerminal | undefined;
  rowOf(id: number): Readonly<BroadcastLive> | undefined;
  busyAt(one: Queued, terminal: number): number | null;
  before: readonly Queued[];
}

/** Time at which a running broadcast ends, epoch ms; null: not known, as with live speech or a pause. */
export function endOf(row: Readonly<BroadcastLive> | undefined): number | null {
  return row === undefined || row.left_ms === null || row.state !== 'playing'
    ? null
    : row.anchor_at + row.left_ms;
}

class Counts {
  readonly zones = new Map<number | null, number>();
  add(org: number | null): void {
    this.zones.set(org, (this.zones.get(org) ?? 0) + 1);
  }
  get sum(): number {
    return sumOf([...this.zones]);
  }
}
const sumOf = (zones: Zones) => zones.reduce((sum, [, n]) => sum + n, 0);

/** Rows of the entries in the line, in their order, and then of those that ask again later. */
export function queueRows(
  line: Pick<WaitingLine<Queued>, 'waiting' | 'before'>,
  parked: Pick<ParkedStarts, 'all'>,
  deps: Omit<RowDeps, 'before'>,
): QueuedState[] {
  const inLine = line.waiting();
  return [
    ...inLine.map((one, i) => queuedRow(one, i + 1, { ...deps, before: line.before(one.id) })),
    ...parked
      .all()
      .map(({ one, retry_at }, i) =>
        queuedRow(one, inLine.length + i + 1, { ...deps, before: [] }, retry_at),
      ),
  ];
}

/** Makes the row of an entry of the queue. @param retry_at null: it waits for its terminals now */
function queuedRow(
  one: Queued,
  position: number,
  deps: RowDeps,
  retry_at: number | null = null,
): QueuedState {
  const own = new Counts();
  const found = new Map<number, { name: string; ends_at: number | null; counts: Counts }>();
  for (const id of one.terminals) {
    const org = deps.terminal(id)?.org ?? null;
    own.add(org);
    const earlier = deps.before.find((entry) => entry.terminals.has(id));
    const by = deps.busyAt(one, id) ?? earlier?.id;
    if (by === undefined) continue;
    const row = deps.rowOf(by);
    const known = found.get(by) ?? {
      name: row?.name ?? earlier?.request.name ?? '',
      ends_at: endOf(row),
      counts: new Counts(),
    };
    known.counts.add(org);
    found.set(by, known);
  }
  const blockers = [...found]
    .sort(([, a], [, b]) => b.counts.sum - a.counts.sum)
    .map(([task_id, { name, ends_at, counts }]) => ({ task_id, name, ends_at, zones: [...counts.zones] }));
  const { request } = one;
  return {
    id: one.id,
    org: [...own.zones.keys()].filter((org) => org !== null),
    name: request.name,
    task_type: request.task.task_type,
    audio_source: request.task.audio_source,
    priority: request.task.priority,
    weight: one.weight,
    started_by: request.startedBy,
    account_id: request.accountId,
    since_at: one.since_at,
    until_at: one.until_at,
    position,
    attempt: one.attempt,
    attempts: attemptsOf(request),
    retry_at,
    scheduled_task: request.again?.scheduled_task ?? null,
    targets: own.sum,
    waits_for: blockers.map((blocker) => counted(blocker)),
    zones: [...own.zones],
    blockers,
  };
}

/** @param within absent: all zones */
function counted({ zones, ...one }: ZonedBlocker, within = (all: Zones) => all): Blocker {
  return { ...one, terminals: sumOf(within(zones)) };
}

/** Reduces a row's fields to a scope: its own zones, and what holds terminals in them. */
export function queuedView(fields: Record<string, unknown>, scope: Scope): Record<string, unknown> {
  const { zones, blockers, ...seen } = fields as Partial<QueuedState> & Record<string, unknown>;
  if (scope.all === true) return seen;
  const within = (all: Zones) => all.filter(([org]) => org !== null && scope.ids.has(org));
  if (seen.org != null) seen.org = seen.org.filter((id) => scope.ids.has(id));
  // Made anew from the zones, which come with every change of these fields.
  delete seen.targets;
  delete seen.waits_for;
  if (zones !== undefined) seen.targets = sumOf(within(zones));
  if (blockers !== undefined)
    seen.waits_for = blockers.map((one) => counted(one, within)).filter(({ terminals }) => terminals > 0);
  return seen;
}
