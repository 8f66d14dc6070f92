import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { speechValue } from '../../../../contract/entities/sound/upload.ts';
import { type LinkagePreview, linkagePreviewBody } from '../../../../contract/entities/tasks/linkageTask.ts';
import type { Callers } from '../../../platform/auth/callers.ts';
import type { CrudService } from '../../../platform/crud/crud.ts';
import { callerOf, may } from '../../../platform/http/access.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { createPathTickets } from '../../../platform/http/pathTickets.ts';
import { sendRange } from '../../../platform/http/sendRange.ts';
import { ticketCaller, ticketQuery, ticketUrl } from '../../../platform/http/ticketCaller.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { mustSee } from '../../../sound/library/visible.ts';
import type { BroadcastItem } from '../../../sound/source/broadcastItem.ts';
import type { MessageFiles } from '../effects/messageFile.ts';
import type { LinkageTaskRow } from '../plans/plan.repository.ts';

const tags = ['linkage_task'];
const rights = ['create_linkage_task', 'edit_linkage_task'] as const;
const named = z.object({
  name: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .describe('Name of the prepared round.'),
});

/** Routes to listen to one round of a linkage task, tone and message, before it is saved. */
export function previewRoutes(
  app: FastifyInstance,
  deps: {
    callers: Callers;
    live: LiveHub;
    messages: MessageFiles;
    tasks: Pick<CrudService<LinkageTaskRow>, 'get'>;
    round(task: LinkagePreview, saved?: LinkageTaskRow): Promise<BroadcastItem>;
  },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const ticketed = { tickets: createPathTickets(), callers: deps.callers };
  routes.post(
    '/v1/linkage_task/preview',
    {
      config: { access: rights },
      schema: { tags, body: linkagePreviewBody, response: { 200: envelope(speechValue) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id, files, preset_text } = request.body;
      const saved = id === null ? undefined : await deps.tasks.get(caller, id);
      const isHidden =
        (files.length > 0 && !may(caller, 'list_file')) ||
        (preset_text !== null && !may(caller, 'list_preset_text'));
      if (isHidden) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      mustSee(deps.live, caller.scope, { files, preset_text });
      const { path, duration_ms } = await deps.round(request.body, saved);
      const name = path.split('/').at(-1) ?? '';
      const url = ticketUrl(request, ticketed, caller, `/v1/linkage_task/preview/${name}/listen`);
      return ok(request, { url, duration_ms: Math.round(duration_ms) });
    },
  );
  routes.get(
    '/v1/linkage_task/preview/:name/listen',
    { config: { access: 'ticket' }, schema: { tags, params: named, querystring: ticketQuery } },
    async (request, reply) => {
      await ticketCaller(request, reply, ticketed, request.query.ticket, rights);
      return sendRange(request, reply, await deps.messages.listen(request.params.name), 'audio/ogg');
    },
  );
}
