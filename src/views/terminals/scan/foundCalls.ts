import type { Device } from '../../../../contract/entities/terminals/device.ts';
import type { Api, CallOptions, Query } from '../../../api/client.ts';
import type { BatchCall } from '../../kit/action/useBatch.ts';

const path = '/v1/terminal_found';
const quiet = { quiet: true };

/** The stored row, without presence. */
export type Adopted = Omit<Device, 'presence'>;

/** Calls for found terminals (server/site/terminals/found.routes.ts). */
export interface FoundCalls extends BatchCall {
  adopt(
    id: number,
    values: { name: string; org: number | null; ao_volume?: number | undefined },
  ): Promise<Adopted>;
  replace(id: number, device: number): Promise<Adopted>;
}

export function foundCalls(api: Api): FoundCalls {
  return {
    adopt: (id, values) => api.post(`${path}/${id}/adopt`, values, quiet),
    replace: (id, device) => api.post(`${path}/${id}/replace`, { device }, quiet),
    batch: (ids, action, more?: Query, options?: CallOptions) =>
      api.post(`${path}/batch`, { ids, action, ...more }, options),
  };
}
