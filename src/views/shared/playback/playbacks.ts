import { filter, map, type Observable, Subject, startWith } from 'rxjs';
import { type Actor, createActor, type SnapshotFrom, waitFor } from 'xstate';
import type { BatchResult } from '../../../../contract/api/envelope.ts';
import type { PlayStatus } from '../../../../contract/codes.ts';
import { type PlaybackAction, playbackMachine, playbackSpec } from '../../../machines/playback.ts';
import { isAwaited, isOpen } from '../../../machines/requests.ts';
import type { CollectionEvent } from '../../../streams/collection.ts';

type Flags = Readonly<Record<PlaybackAction, boolean>>;

/** Buttons of one task, read from its playback machine. */
export interface Playback {
  /** Actions that the server would accept now, or that may be sent to end what is unanswered. */
  can: Flags;
  /**
   * Actions that have a button: those of the present state, whatever is unanswered, so that no button takes
   * the place of another under the pointer; and those that can be sent now.
   */
  has: Flags;
  /** A response is pending: only stop is accepted. */
  busy: boolean;
}

export interface Playbacks {
  of(id: number): Playback;
  /**
   * Sends an action; resolves at its response, or when another action has aborted it. Actions that the
   * workflow table forbids are not sent.
   */
  press(id: number, action: PlaybackAction): Promise<void>;
  /**
   * Stops several tasks by one call, which is always sent: the server also stops what is in no list yet. Each
   * task takes its own result as the answer. Resolves and rejects as the call.
   *
   * @param ids tasks that the call is about; default: all
   */
  stopTogether<Answer extends BatchResult>(
    call: () => Promise<Answer>,
    ids?: readonly number[],
  ): Promise<Answer>;
  /** Ids of tasks whose buttons have changed; null: any. */
  changes$: Observable<ReadonlySet<number> | null>;
  /** State of one task's buttons, now and at each change. */
  watch(id: number): Observable<Playback>;
  /** Subscribes to the live feed; the returned function unsubscribes and stops all machines. */
  connect(): () => void;
}

export interface PlaybackDeps<Row extends { id: number }> {
  changes$: Observable<CollectionEvent<Row>>;
  statusOf: (row: Row) => PlayStatus;
  /** Actions that a task has; default: all. */
  actionsOf?: (row: Row) => readonly PlaybackAction[];
  perform: (id: number, action: PlaybackAction, signal: AbortSignal) => Promise<unknown>;
}

const all = playbackSpec.actions;
const flagsOf = (is: (action: PlaybackAction) => boolean): Flags =>
  Object.fromEntries(all.map((action) => [action, is(action)])) as Flags;
const none = flagsOf(() => false);
const nothing: Playback = { can: none, has: none, busy: false };

const canOf = (snapshot: SnapshotFrom<typeof playbackMachine>) =>
  flagsOf((action) => snapshot.can({ type: `playback.${action}` }));

/** Result of one task in the answer of a common call. Rejects where the task was not stopped. */
async function resultOf(answer: Promise<BatchResult>, id: number): Promise<void> {
  const { results } = await answer;
  if (results.find((one) => one.id === id)?.ok !== true) throw new Error('not stopped');
}

/** Reads the buttons of a machine without requests. A list has thousands of rows, so each case is read once. */
function createResting(): (status: PlayStatus, actions: readonly PlaybackAction[]) => Playback {
  const known = new Map<string, Playback>();
  return (status, actions) => {
    const key = [status, ...actions].join(' ');
    const before = known.get(key);
    if (before !== undefined) return before;
    const actor = createActor(playbackMachine, { input: { status, actions, perform: async () => null } });
    const can = canOf(actor.getSnapshot());
    const made: Playback = { can, has: can, busy: false };
    known.set(key, made);
    return made;
  };
}

/**
 * Playback machines of tasks, fed by their live topic. A task gets its machine at its first action; until then
 * its buttons are those of a machine in its state.
 */
export function createPlaybacks<Row extends { id: number }>(deps: PlaybackDeps<Row>): Playbacks {
  const { statusOf, actionsOf = () => all } = deps;
  const rows = new Map<number, Row>();
  const actors = new Map<number, Actor<typeof playbackMachine>>();
  /** Result of a common call, for the machine that stops by it. */
  const shared = new Map<number, Promise<unknown>>();
  const changes$ = new Subject<ReadonlySet<number> | null>();
  const resting = createResting();

  function actorOf(row: Row): Actor<typeof playbackMachine> {
    const known = actors.get(row.id);
    if (known !== undefined) return known;
    const { id } = row;
    const actor = createActor(playbackMachine, {
      input: {
        status: statusOf(row),
        actions: actionsOf(row),
        perform: (action, signal) => shared.get(id) ?? deps.perform(id, action, signal),
      },
    });
    actors.set(id, actor);
    actor.subscribe(() => changes$.next(new Set([id])));
    actor.start();
    return actor;
  }

  /** Takes a row of the feed; tells whether its status is new. */
  function follow(row: Row): boolean {
    const before = rows.get(row.id);
    rows.set(row.id, row);
    const status = statusOf(row);
    const actor = actors.get(row.id);
    if (actor !== undefined && actor.getSnapshot().context.status !== status)
      actor.send({ type: 'playback.changed', status });
    return before === undefined || statusOf(before) !== status;
  }

  function forget(id: number): void {
    rows.delete(id);
    actors.get(id)?.stop();
    actors.delete(id);
  }

  function of(id: number): Playback {
    const row = rows.get(id);
    if (row === undefined) return nothing;
    const snapshot = actors.get(id)?.getSnapshot();
    if (snapshot === undefined) return resting(statusOf(row), actionsOf(row));
    const { status, actions, requests } = snapshot.context;
    const can = canOf(snapshot);
    const rest = resting(status, actions).has;
    return { can, has: flagsOf((action) => rest[action] || can[action]), busy: isAwaited(requests) };
  }

  return {
    of,
    async press(id, action) {
      const row = rows.get(id);
      if (row === undefined) return;
      const actor = actorOf(row);
      const before = actor.getSnapshot().context.requests.last;
      actor.send({ type: `playback.${action}` });
      const { last } = actor.getSnapshot().context.requests;
      if (last === before) return;
      // A task that ends removes its machine: that ends the wait, too.
      await waitFor(actor, (state) => !isOpen(state.context.requests, last)).catch(() => undefined);
    },
    stopTogether(call, ids = [...rows.keys()]) {
      const answer = call();
      for (const id of ids) {
        const row = rows.get(id);
        if (row === undefined) continue;
        const own = resultOf(answer, id);
        // A machine whose stop is under way does not take it.
        own.catch(() => undefined);
        shared.set(id, own);
        actorOf(row).send({ type: 'playback.stop' });
        shared.delete(id);
      }
      return answer;
    },
    changes$,
    watch: (id) =>
      changes$.pipe(
        filter((ids) => ids === null || ids.has(id)),
        startWith(null),
        map(() => of(id)),
      ),
    connect() {
      const feed = deps.changes$.subscribe((event) => {
        if (event.kind === 'delta') {
          for (const id of event.gone) forget(id);
          const changed = event.set.filter(follow).map(({ id }) => id);
          if (changed.length + event.gone.length > 0) changes$.next(new Set([...changed, ...event.gone]));
          return;
        }
        const next = event.kind === 'snapshot' ? event.rows : [];
        const kept = new Set(next.map((row) => row.id));
        for (const id of [...rows.keys()]) if (!kept.has(id)) forget(id);
        for (const row of next) follow(row);
        changes$.next(null);
      });
      return () => {
        feed.unsubscribe();
        for (const id of [...rows.keys()]) forget(id);
        changes$.next(null);
      };
    },
  };
}
