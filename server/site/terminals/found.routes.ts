import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchResult, envelope, idParams, pageOf, pageQuery } from '../../../contract/api/envelope.ts';
import {
  deviceEntity,
  type FoundTerminal,
  foundBatch,
  foundReplace,
  foundRow,
  foundSortable,
} from '../../../contract/entities/terminals/device.ts';
import { pageOfRows } from '../../platform/crud/lists.ts';
import { clientLeft, runBatch } from '../../platform/crud/runBatch.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { Topic } from '../../platform/live/hub.ts';
import type { AdoptionService } from './adoption.ts';

const tags = ['terminal_found'];

/** Stored row; the terminal is notified of its adoption after the response. */
const adoptedRow = deviceEntity.row.omit({ presence: true, file_group: true, foreign: true });

/** Routes of found terminals (scan screen): list, adopt, replace, refuse. */
export function foundRoutes(
  app: FastifyInstance,
  deps: { adoption: AdoptionService; found: Topic<FoundTerminal> },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { adoption } = deps;

  routes.get(
    '/v1/terminal_found',
    {
      config: { access: 'list_terminal_found' },
      schema: { tags, querystring: pageQuery, response: { 200: envelope(pageOf(foundRow)) } },
    },
    async (request) =>
      ok(request, pageOfRows(deps.found.snapshot(), request.query, foundSortable, 'found_at')),
  );
  routes.post(
    '/v1/terminal_found/:id/adopt',
    {
      config: { access: 'operate_terminal_found' },
      schema: {
        tags,
        params: idParams,
        body: deviceEntity.create,
        response: { 200: envelope(adoptedRow) },
      },
    },
    async (request) =>
      ok(
        request,
        await adoption.adopt(callerOf(request), addressOf(request), {
          foundId: request.params.id,
          ...request.body,
        }),
      ),
  );
  routes.post(
    '/v1/terminal_found/:id/replace',
    {
      config: { access: 'operate_terminal_found' },
      schema: { tags, params: idParams, body: foundReplace, response: { 200: envelope(adoptedRow) } },
    },
    async (request) => {
      const adoption = { foundId: request.params.id, org: null, device: request.body.device };
      return ok(request, await deps.adoption.adopt(callerOf(request), addressOf(request), adoption));
    },
  );
  routes.post(
    '/v1/terminal_found/:id/refuse',
    {
      config: { access: 'operate_terminal_found' },
      schema: { tags, params: idParams, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      adoption.refuse(request.params.id);
      return ok(request, null);
    },
  );
  routes.post(
    '/v1/terminal_found/batch',
    {
      config: { access: 'operate_terminal_found' },
      schema: { tags, body: foundBatch, response: { 200: envelope(batchResult) } },
    },
    async (request) => {
      const { body, ip, lang } = request;
      if (body.action === 'refuse')
        return ok(
          request,
          await runBatch(body.ids, lang, async (id) => adoption.refuse(id), { isLeft: clientLeft(request) }),
        );
      const { org, ao_volume } = body;
      const adoptions = [...new Set(body.ids)].map((foundId) => ({ foundId, org, ao_volume }));
      return ok(request, await adoption.adoptMany(callerOf(request), ip, adoptions, lang));
    },
  );
}
