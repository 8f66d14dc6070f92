import type { BatchResult, Page } from '../../contract/api/envelope.ts';
import type { CreateOf, EntityContract, PatchOf, RowOf } from '../../contract/entities/entity.ts';
import type { Api, CallOptions, Query } from './client.ts';

/** Query of a list in the address: page, limit, sort, q and the filter fields of the entity. */
export type ListQuery = Query & { page?: number; limit?: number; sort?: string; q?: string };

export interface Crud<E extends EntityContract> {
  list(query?: ListQuery, options?: CallOptions): Promise<Page<RowOf<E>>>;
  get(id: number, options?: CallOptions): Promise<RowOf<E>>;
  create(body: CreateOf<E>, options?: CallOptions): Promise<RowOf<E>>;
  patch(id: number, body: PatchOf<E>, options?: CallOptions): Promise<RowOf<E>>;
  remove(id: number, options?: CallOptions): Promise<unknown>;
  /**
   * Runs one action on many rows, with a result per row. `more` holds what the action needs beside the ids.
   */
  batch(ids: readonly number[], action: string, more?: Query, options?: CallOptions): Promise<BatchResult>;
}

/** Creates the calls that every entity of the registry has. */
export function createCrud<E extends EntityContract>(api: Api, entity: E): Crud<E> {
  const path = `/v1/${entity.path}`;
  return {
    list: (query, options) => api.get(path, query, options),
    get: (id, options) => api.get(`${path}/${id}`, undefined, options),
    create: (body, options) => api.post(path, body, options),
    patch: (id, body, options) => api.patch(`${path}/${id}`, body, options),
    remove: (id, options) => api.delete(`${path}/${id}`, undefined, options),
    batch: (ids, action, more, options) => api.post(`${path}/batch`, { ids, action, ...more }, options),
  };
}
