import { useEffect, useMemo } from 'react';
import { useApp } from '../../app/AppContext.tsx';
import { actionPath, createPlaybacks, type Playbacks } from './playbacks.ts';

/** Playback machines of all running tasks, while the screen is open. */
export function usePlaybacks(): Playbacks {
  const { api, streams } = useApp();
  const playbacks = useMemo(
    () =>
      createPlaybacks({
        changes$: streams.task.changes$,
        perform: (id, action, signal) => api.post(`/v1/task/${id}/${actionPath[action]}`, {}, { signal }),
      }),
    [api, streams],
  );
  useEffect(() => playbacks.connect(), [playbacks]);
  return playbacks;
}
