import { useCallback, useEffect, useMemo } from 'react';
import type { Observable } from 'rxjs';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { StartedTask } from '../../../../contract/entities/tasks/queuedStart.ts';
import type { ScheduledTaskLive } from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { CallOptions } from '../../../api/client.ts';
import type { PlaybackAction } from '../../../machines/playback.ts';
import type { CollectionEvent } from '../../../streams/collection.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useStartedReport } from '../queue/useStartedReport.ts';
import { actionsOf, playStatusOf } from '../startTask/taskState.ts';
import { playbackActionsOf, savedStatusOf } from '../tasks/taskStatus.ts';
import { createPlaybacks, type PlaybackDeps, type Playbacks } from './playbacks.ts';

/** Route of each action on a running broadcast (server/air/broadcast). */
const runningPath: Record<PlaybackAction, string> = {
  playing: 'resume',
  paused: 'pause',
  resume: 'resume',
  stop: 'stop',
  previous: 'previous',
  next: 'next',
};

/** Route of each action on a saved task (server/air/schedule, server/air/capturerTasks). */
const savedPath: Record<PlaybackAction, string> = { ...runningPath, playing: 'start' };

/** Returns the request of an action on a broadcast or a saved task. */
function usePerformPlayback() {
  const { api, streams } = useApp();
  const report = useStartedReport();
  const { scheduledTask } = streams;
  return useCallback(
    (
      on: 'task' | 'scheduled_task' | 'capturer_task',
      id: number,
      action: PlaybackAction,
      options: CallOptions = {},
    ): Promise<unknown> => {
      const path = (on === 'task' ? runningPath : savedPath)[action];
      const work = api.post<unknown>(`/v1/${on}/${id}/${path}`, {}, options);
      if (on !== 'scheduled_task' || path !== 'start') return work;
      const name = scheduledTask.get(id)?.name ?? '';
      return work.then((started) => started && report(name, started as StartedTask));
    },
    [api, scheduledTask, report],
  );
}

/** Machines of the rows, connected while the component is mounted. */
function useConnected<Row extends { id: number }>(deps: PlaybackDeps<Row>): Playbacks {
  const playbacks = useMemo(() => createPlaybacks(deps), [deps]);
  useEffect(() => playbacks.connect(), [playbacks]);
  return playbacks;
}

/** Playback machines of all running broadcasts, while the component is mounted. */
export function usePlaybacks(): Playbacks {
  const { streams } = useApp();
  const perform = usePerformPlayback();
  const deps = useMemo(
    (): PlaybackDeps<BroadcastLive> => ({
      changes$: streams.task.changes$,
      statusOf: playStatusOf,
      actionsOf,
      perform: (id, action, signal) => perform('task', id, action, { signal }),
    }),
    [perform, streams],
  );
  return useConnected(deps);
}

type Saved = Pick<ScheduledTaskLive, 'id' | 'state' | 'play_status'> & { task_type?: number };

/** Playback machines of the saved tasks, scheduled ones or capturer tasks, while the component is mounted. */
export function useSavedPlaybacks(of: 'scheduled_task' | 'capturer_task'): Playbacks {
  const { streams } = useApp();
  const perform = usePerformPlayback();
  const deps = useMemo((): PlaybackDeps<Saved> => {
    const changes$: Observable<CollectionEvent<Saved>> =
      of === 'scheduled_task' ? streams.scheduledTask.changes$ : streams.capturerTask.changes$;
    return {
      changes$,
      statusOf: savedStatusOf,
      actionsOf: playbackActionsOf,
      perform: (id, action, signal) => perform(of, id, action, { signal }),
    };
  }, [perform, streams, of]);
  return useConnected(deps);
}
