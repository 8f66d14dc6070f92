import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { batchResult, envelope, idParams, keyPageOf } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  type RecordFile,
  recordFileColumns,
  recordFileQuery,
  recordFileRow,
  waveformValue,
} from '../../../contract/entities/sound/recordFile.ts';
import { fileTicketBody, ticketValue } from '../../../contract/entities/sound/upload.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import type { Language } from '../../../contract/language.ts';
import { withSystemNames } from '../../../contract/systemName.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { batchBody, deleteAction } from '../../platform/crud/crudRoutes.ts';
import { clientLeft, runBatch } from '../../platform/crud/runBatch.ts';
import { type LogExportDeps, logExportRoutes } from '../../platform/export/logExport.ts';
import { attachment, exportName } from '../../platform/export/names.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { sendRange } from '../../platform/http/sendRange.ts';
import { type TicketDeps, ticketCaller, ticketQuery, ticketUrl } from '../../platform/http/ticketCaller.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { RecordingRow } from './recording.repository.ts';
import type { RecordingService } from './recording.service.ts';

const tags = ['record_file'];
const path = '/v1/record_file';
const access = 'list_record_file';

export interface RecordingRouteDeps extends LogExportDeps, TicketDeps {
  /** Absolute path. */
  folder: string;
  recordings: RecordingService;
}

/** Converts a row for the caller: with the visible zones only, named where it was heard in several. */
function present(zones: LogExportDeps['zones'], { scope }: Caller, stored: RecordingRow): RecordFile {
  const { orgs, path: _path, peaks: _peaks, ...row } = stored;
  const seen = orgs.filter((id) => inScope(scope, id));
  const named = seen.flatMap((id) => zones.get(id)?.name ?? []).join(', ');
  return {
    ...row,
    calleeName: row.calleeId === null && seen.length < orgs.length ? named : row.calleeName,
    createdAt: Math.floor(row.began_at / 1000),
    org: orgs.length === 0 ? null : seen,
  };
}

/** Routes of recordings: list, export, listen, download, delete. */
export function recordingRoutes(app: FastifyInstance, deps: RecordingRouteDeps): void {
  const { recordings } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function page(caller: Caller, query: z.output<typeof recordFileQuery>) {
    const { rows, next } = await recordings.list(caller, query);
    return { rows: rows.map((row) => present(deps.zones, caller, row)), next };
  }

  logExportRoutes(app, deps, {
    path: 'record_file',
    access,
    query: recordFileQuery,
    columns: recordFileColumns,
    page,
  });
  routes.get(
    path,
    {
      config: { access },
      schema: { tags, querystring: recordFileQuery, response: { 200: envelope(keyPageOf(recordFileRow)) } },
    },
    async (request) => ok(request, await page(callerOf(request), request.query)),
  );
  routes.get(
    `${path}/:id`,
    { config: { access }, schema: { tags, params: idParams, response: { 200: envelope(recordFileRow) } } },
    async (request) => {
      const caller = callerOf(request);
      return ok(request, present(deps.zones, caller, await recordings.get(caller, request.params.id)));
    },
  );
  routes.delete(
    `${path}/:id`,
    {
      config: { access: 'delete_record_file' },
      schema: { tags, params: idParams, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      await recordings.remove(callerOf(request), addressOf(request), request.params.id);
      return ok(request, null);
    },
  );
  routes.post(
    `${path}/batch`,
    {
      config: { access: 'delete_record_file' },
      schema: {
        tags,
        body: batchBody.extend({ action: deleteAction }),
        response: { 200: envelope(batchResult) },
      },
    },
    async (request) => {
      const [caller, ip] = [callerOf(request), addressOf(request)];
      const each = (id: number) => recordings.remove(caller, ip, id);
      return ok(
        request,
        await runBatch(request.body.ids, request.lang, each, {
          known: (ids) => recordings.known(caller, ids),
          unknown: 'media.fileDeleted',
          isLeft: clientLeft(request),
        }),
      );
    },
  );
  routes.get(
    `${path}/:id/waveform`,
    { config: { access }, schema: { tags, params: idParams, response: { 200: envelope(waveformValue) } } },
    async (request) => ok(request, { peaks: await recordings.outline(callerOf(request), request.params.id) }),
  );
  routes.post(
    `${path}/:id/ticket`,
    {
      config: { access },
      schema: { tags, params: idParams, body: fileTicketBody, response: { 200: envelope(ticketValue) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { kind } = request.body;
      const { id } = await recordings.take(caller, addressOf(request), request.params.id, kind);
      return ok(request, { url: ticketUrl(request, deps, caller, `${path}/${id}/${kind}`) });
    },
  );
  for (const kind of ['listen', 'download'] as const)
    routes.get(
      `${path}/:id/${kind}`,
      { config: { access: 'ticket' }, schema: { tags, params: idParams, querystring: ticketQuery } },
      async (request, reply) => {
        const caller = await ticketCaller(request, reply, deps, request.query.ticket, access);
        const row = await recordings.ended(caller, request.params.id);
        if (kind === 'download') reply.header('content-disposition', attachment(fileName(row, request.lang)));
        return sendRange(request, reply, join(deps.folder, row.path), 'audio/ogg').catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === 'ENOENT')
            throw new AppError(errorCode.notFound, 'media.fileDeleted');
          throw error;
        });
      },
    );

  /** File name of a download: time and subject, without characters that file names may not contain. */
  function fileName(row: RecordingRow, lang: Language): string {
    const at = formatTimestamp(Math.floor(row.began_at / 1000), '', deps.env.TZ_SITE).replaceAll(':', '-');
    const name = `${at} ${withSystemNames(row.name, lang)}.ogg`.replace(/[\p{Cc}/\\:*?"<>|]/gu, '_');
    return exportName(deps.config.get().enterprise_code, name);
  }
}
