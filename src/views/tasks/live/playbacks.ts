import { filter, map, type Observable, Subject, startWith } from 'rxjs';
import { type Actor, createActor, waitFor } from 'xstate';
import type { PlaybackAction } from '../../../../contract/codes.ts';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import { playbackMachine } from '../../../machines/playback.ts';
import { isAwaited, isOpen } from '../../../machines/requests.ts';
import type { CollectionEvent } from '../../../streams/collection.ts';
import { playStatusOf } from '../../shared/startTask/taskState.ts';

/** Actions that a task's playback allows now. */
export interface Playback {
  can: Readonly<Record<PlaybackAction, boolean>>;
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
  /** Ids of tasks whose buttons have changed. */
  changes$: Observable<number>;
  /** State of one task's buttons, now and at each change. */
  watch(id: number): Observable<Playback>;
  /** Subscribes to the live feed; the returned function unsubscribes and stops all machines. */
  connect(): () => void;
}

const nothing: Playback = {
  can: { playing: false, paused: false, resume: false, stop: false },
  busy: false,
};

/** Creates a playback machine for each running task, fed by the live topic. */
export function createPlaybacks(deps: {
  changes$: Observable<CollectionEvent<BroadcastLive>>;
  perform: (id: number, action: PlaybackAction, signal: AbortSignal) => Promise<unknown>;
}): Playbacks {
  const actors = new Map<number, Actor<typeof playbackMachine>>();
  const changes$ = new Subject<number>();

  function follow(row: BroadcastLive): void {
    const status = playStatusOf(row);
    const known = actors.get(row.id);
    if (known !== undefined) {
      if (known.getSnapshot().context.status !== status) known.send({ type: 'playback.changed', status });
      return;
    }
    const actor = createActor(playbackMachine, {
      input: { status, perform: (action, signal) => deps.perform(row.id, action, signal) },
    });
    actors.set(row.id, actor);
    actor.subscribe(() => changes$.next(row.id));
    actor.start();
    changes$.next(row.id);
  }

  function forget(id: number): void {
    actors.get(id)?.stop();
    actors.delete(id);
    changes$.next(id);
  }

  function of(id: number): Playback {
    const snapshot = actors.get(id)?.getSnapshot();
    if (snapshot === undefined) return nothing;
    return {
      can: {
        playing: snapshot.can({ type: 'playback.playing' }),
        paused: snapshot.can({ type: 'playback.paused' }),
        resume: snapshot.can({ type: 'playback.resume' }),
        stop: snapshot.can({ type: 'playback.stop' }),
      },
      busy: isAwaited(snapshot.context.requests),
    };
  }

  return {
    of,
    async press(id, action) {
      const actor = actors.get(id);
      if (actor === undefined) return;
      const before = actor.getSnapshot().context.requests.last;
      actor.send({ type: `playback.${action}` });
      const { last } = actor.getSnapshot().context.requests;
      if (last === before) return;
      // A task that ends removes its machine: that ends the wait, too.
      await waitFor(actor, (state) => !isOpen(state.context.requests, last)).catch(() => undefined);
    },
    changes$,
    watch: (id) =>
      changes$.pipe(
        filter((changed) => changed === id),
        startWith(id),
        map(() => of(id)),
      ),
    connect() {
      const feed = deps.changes$.subscribe((event) => {
        if (event.kind === 'delta') {
          for (const id of event.gone) forget(id);
          for (const row of event.set) follow(row);
          return;
        }
        const rows = event.kind === 'snapshot' ? event.rows : [];
        const kept = new Set(rows.map((row) => row.id));
        for (const id of [...actors.keys()]) if (!kept.has(id)) forget(id);
        for (const row of rows) follow(row);
      });
      return () => {
        feed.unsubscribe();
        for (const id of [...actors.keys()]) forget(id);
      };
    },
  };
}

/** Route of each action of the table (server/air/broadcast). */
export const actionPath: Record<PlaybackAction, string> = {
  playing: 'resume',
  paused: 'pause',
  resume: 'resume',
  stop: 'stop',
};
