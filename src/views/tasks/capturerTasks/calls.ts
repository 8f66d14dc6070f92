import type { BatchResult } from '../../../../contract/api/envelope.ts';
import type { Api, CallOptions, Query } from '../../../api/client.ts';

/** Calls of capturer tasks. */
export function capturerTaskCalls(api: Api) {
  const path = '/v1/capturer_task';
  return {
    batch: (ids: readonly number[], action: string, more?: Query, options?: CallOptions) =>
      api.post<BatchResult>(`${path}/batch`, { ids, action, ...more }, options),
  };
}
