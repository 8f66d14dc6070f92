import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchResult, envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { LiveRow } from '../../../contract/api/live.ts';
import { isPermissionKey, type PermissionKey } from '../../../contract/api/permissions.ts';
import { groupOrder, itemOrder, libraryBatch } from '../../../contract/entities/sound/library.ts';
import { libraryDocs } from '../../platform/api/entityDocs.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { crudRoutes } from '../../platform/crud/crudRoutes.ts';
import { clientLeft, runBatch } from '../../platform/crud/runBatch.ts';
import { callerOf, may } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { usedRoute } from '../../site/uses/used.ts';
import type { LibraryRow } from './library.repository.ts';
import type { Library } from './library.types.ts';

function keyOf(text: string): PermissionKey {
  if (!isPermissionKey(text)) throw new Error(`there is no permission ${text}`);
  return text;
}

/**
 * Routes of a library of grouped entries: those of plain entities, batches (move, delete), and ordering of
 * entries and groups.
 * @param actions further batch actions, with the permission to edit: called for each entry
 * @param options of the plain routes of the entries
 */
export function libraryRoutes<R extends LibraryRow, L extends LiveRow>(
  app: FastifyInstance,
  library: Library<R, L>,
  actions: Record<string, (caller: Caller, ip: string, id: number) => Promise<void>>,
  options: Pick<Parameters<typeof crudRoutes>[3] & object, 'without' | 'fromSnapshot'> = {},
): void {
  const { entity, groupEntity } = library;
  const [edit, remove] = [keyOf(`edit_${entity.key}`), keyOf(`delete_${entity.key}`)];
  const batchBody = libraryBatch(Object.keys(actions));
  crudRoutes(app, entity, library.crud, { ...options, without: ['batch', ...(options.without ?? [])] });
  crudRoutes(app, groupEntity, library.groups, { fromSnapshot: true });
  usedRoute(app, entity, keyOf(`list_${entity.key}`), library.uses);

  const docs = libraryDocs(entity.noun, groupEntity.noun, Object.keys(actions));
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.post(
    `/v1/${entity.path}/batch`,
    {
      config: { access: [edit, remove] },
      schema: {
        ...docs.batch,
        tags: [entity.path],
        body: batchBody,
        response: { 200: envelope(batchResult) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const ip = addressOf(request);
      const { body, lang } = request;
      if (!may(caller, body.action === 'delete' ? remove : edit))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const group = 'group_id' in body ? body.group_id : undefined;
      if (typeof group === 'number') await library.groups.get(caller, group);
      const act = async (id: number) => {
        if (body.action === 'move') await library.crud.patch(caller, ip, id, { group_id: group ?? null });
        else if (typeof group === 'number')
          await library.collect(caller, ip, id, group, body.action === 'join');
        else if (body.action === 'delete') await library.crud.remove(caller, ip, id);
        else await actions[body.action]?.(caller, ip, id);
      };
      return ok(
        request,
        await runBatch(body.ids, lang, act, {
          known: (ids) => library.crud.known(caller, ids),
          isLeft: clientLeft(request),
        }),
      );
    },
  );
  routes.put(
    `/v1/${entity.path}/order`,
    {
      config: { access: edit },
      schema: { ...docs.order, tags: [entity.path], body: itemOrder, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      const { group_id, ids } = request.body;
      await library.orderItems(callerOf(request), addressOf(request), group_id, ids);
      return ok(request, null);
    },
  );
  routes.put(
    `/v1/${groupEntity.path}/order`,
    {
      config: { access: keyOf(`edit_${groupEntity.key}`) },
      schema: {
        ...docs.groupOrder,
        tags: [groupEntity.path],
        body: groupOrder,
        response: { 200: envelope(z.null()) },
      },
    },
    async (request) => {
      await library.orderGroups(callerOf(request), addressOf(request), request.body.ids);
      return ok(request, null);
    },
  );
}
