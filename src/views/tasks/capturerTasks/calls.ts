import type { z } from 'zod';
import type { BatchResult } from '../../../../contract/api/envelope.ts';
import type {
  CapturerTask,
  CapturerTaskForm,
  capturerTaskPatch,
} from '../../../../contract/entities/tasks/capturerTask.ts';
import type { Api, CallOptions, Query } from '../../../api/client.ts';

/** Calls of capturer tasks. Forms show refusals themselves, so their calls are quiet. */
export function capturerTaskCalls(api: Api) {
  const path = '/v1/capturer_task';
  const quiet = { quiet: true } as const;
  return {
    get: (id: number) => api.get<CapturerTask>(`${path}/${id}`, undefined, quiet),
    create: (body: CapturerTaskForm) => api.post<CapturerTask>(path, body, quiet),
    patch: (id: number, body: z.input<typeof capturerTaskPatch>) =>
      api.patch<CapturerTask>(`${path}/${id}`, body, quiet),
    act: (id: number, action: string) => api.post(`${path}/${id}/${action}`, {}),
    batch: (ids: readonly number[], action: string, more?: Query, options?: CallOptions) =>
      api.post<BatchResult>(`${path}/batch`, { ids, action, ...more }, options),
  };
}
