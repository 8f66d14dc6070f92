import { useTranslation } from 'react-i18next';
import type { BatchItemResult, BatchResult } from '../../../../contract/api/envelope.ts';
import type { StopAllResult } from '../../../../contract/entities/tasks/broadcast.ts';
import type { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import type { Playbacks } from '../playback/playbacks.ts';

/**
 * Stops all broadcasts, including those about to begin, which are in no list, and reports the latter. It is
 * sent even when the lists are empty, because only the server knows them. The machine of each broadcast takes
 * its result, and aborts what else it has asked for. Resolves to a result per broadcast. The returned function may
 * stop one zone only, with those below it.
 */
export function useStopAll(
  playbacks: Playbacks,
): (options?: { quiet: boolean }, zone?: number) => Promise<StopAllResult> {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  return async (options, zone) => {
    const body = zone === undefined ? {} : { org: zone };
    const answer = await playbacks.stopTogether(
      () => api.post<StopAllResult>('/v1/task/stop_all', body, options),
      // Which broadcasts a zone has only the server knows; their machines follow the live rows.
      zone === undefined ? undefined : [],
    );
    if (answer.starts > 0) messages.add('done', t('task.startsStopped', { n: answer.starts }));
    else if (answer.results.length === 0) messages.add('info', t('task.nothingToStop'));
    return answer;
  };
}

/** Stops single broadcasts. Resolves to a result for each. */
export function useStopEach(playbacks: Playbacks): (ids: readonly number[]) => Promise<BatchResult> {
  const { api } = useApp();
  const stop = async (id: number): Promise<BatchItemResult> => {
    try {
      await api.post(`/v1/task/${id}/stop`, {}, { quiet: true });
      return { id, ok: true, code: 200, message: '' };
    } catch (error) {
      const { code, message } = error as ApiError;
      return { id, ok: false, code, message };
    }
  };
  return (ids) => playbacks.stopTogether(async () => ({ results: await Promise.all(ids.map(stop)) }), ids);
}
