import { rm } from 'node:fs/promises';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, messageText } from '../../../contract/api/errors.ts';
import { type UploadValue, uploadQuery, uploadValue } from '../../../contract/entities/sound/upload.ts';
import type { Language } from '../../../contract/language.ts';
import type { Callers } from '../../platform/auth/callers.ts';
import type { MediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { cutWhenLost } from '../../platform/http/ticketCaller.ts';
import { mustOwn } from '../../site/zones/owner.ts';
import type { Uploader } from './accept.ts';
import type { FileService } from './media.service.ts';
import { type Received, receiveFiles } from './receive.ts';

export interface UploadRouteDeps {
  files: FileService;
  paths: MediaPaths;
  maxMb: number;
  callers: Callers;
}

/** Signal that aborts when the client disconnects before the response. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Accepts each file separately. If none is accepted, the first error is the response. */
async function acceptAll(
  files: FileService,
  received: readonly Received[],
  by: Uploader,
  lang: Language,
): Promise<UploadValue> {
  const results: UploadValue['files'] = [];
  let first: AppError | undefined;
  for (const upload of received) {
    const { original_name } = upload;
    try {
      const file = await files.accept(upload, by);
      results.push({
        original_name,
        ok: true,
        code: 200,
        message: messageText('common.success', lang),
        file,
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      first ??= error;
      const message = messageText(error.key, lang, error.params);
      results.push({ original_name, ok: false, code: error.code, message, file: null });
    }
  }
  if (first && results.every((result) => !result.ok)) throw first;
  return { files: results };
}

/** `POST /v1/file/upload` (multipart/form-data): one or up to ten sound files. */
export function uploadRoutes(app: FastifyInstance, deps: UploadRouteDeps): void {
  app.register(multipart, { throwFileSizeLimit: false });
  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/file/upload',
    {
      config: { access: 'create_file' },
      schema: {
        tags: ['file'],
        consumes: ['multipart/form-data'],
        querystring: uploadQuery,
        body: z.unknown().describe('Parts with a file name are the files; others are ignored.'),
        response: { 200: envelope(uploadValue) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const signal = untilGone(reply);
      cutWhenLost(reply, deps.callers, caller, 'create_file');
      const groupId = request.query.group_id ?? null;
      if (groupId !== null) mustOwn(caller, await deps.files.library.groups.get(caller, groupId));
      const { org } = request.query;
      const received = await receiveFiles(request, deps.paths.incoming, deps.maxMb);
      try {
        const by = { caller, ip: addressOf(request), groupId, org, signal };
        return ok(request, await acceptAll(deps.files, received, by, request.lang));
      } finally {
        await Promise.all(received.map(({ path }) => rm(path, { force: true })));
      }
    },
  );
}
