import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { uploadMaxFiles } from '../../../contract/constants.ts';
import { sentName } from '../../platform/export/names.ts';

/** Completely received file that is not accepted yet. */
export interface Received {
  path: string;
  original_name: string;
  size: number;
  sha256: string;
  /** True when the upload exceeds the limit; the file on the disk is then incomplete. */
  tooLarge: boolean;
}

const BYTES_PER_MB = 1_000_000;

async function store(part: MultipartFile, path: string): Promise<Received> {
  const hash = createHash('sha256');
  let size = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  // `flush`: on the disk before it is acknowledged.
  // Plain write: synced under a random name, and renamed when it is accepted.
  await pipeline(part.file, count, createWriteStream(path, { flags: 'wx', flush: true }));
  return {
    path,
    original_name: sentName(part.filename ?? ''),
    size,
    sha256: hash.digest('hex'),
    tooLarge: part.file.truncated,
  };
}

/** Maximum time of draining a refused upload, ms. */
const DRAIN_MS = 300_000;

/**
 * Drains the request body: a client that is still sending would see a broken connection instead of the
 * response.
 */
async function readToEnd(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return;
  body.unpipe();
  body.resume();
  await finished(body, { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => {});
}

/** Maps an error of the multipart parser or of the disk to an AppError. */
function failureOf(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_FILES_LIMIT')
    return new AppError(errorCode.badRequest, 'media.tooManyFiles', { max: uploadMaxFiles });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError(errorCode.refused, 'media.diskFull');
  if (code?.startsWith('FST_') && code !== 'FST_INVALID_MULTIPART_CONTENT_TYPE')
    return new AppError(errorCode.badRequest, 'media.uploadAborted');
  if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new AppError(errorCode.badRequest, 'media.uploadAborted');
  // The multipart parser throws plain errors at malformed bodies: no boundary, no end.
  if (error instanceof Error && error.constructor === Error && code === undefined)
    return new AppError(errorCode.badRequest, 'media.uploadAborted');
  return error;
}

/**
 * Streams the files of a multipart request into `dir`, at most ten, each of at most `maxMb` megabytes. The
 * caller removes or moves them. Nothing is left when it throws.
 * @throws AppError 400 without a file, with more than ten, or cut off; 999 with a full disk.
 */
export async function receiveFiles(request: FastifyRequest, dir: string, maxMb: number): Promise<Received[]> {
  const limits = { fileSize: maxMb * BYTES_PER_MB, files: uploadMaxFiles, fields: 20, fieldSize: 1000 };
  const paths: string[] = [];
  try {
    const received: Received[] = [];
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      const path = join(dir, randomUUID());
      paths.push(path);
      received.push(await store(part, path));
    }
    if (received.length === 0) throw new AppError(errorCode.badRequest, 'media.noFile');
    return received;
  } catch (error) {
    await Promise.all(paths.map((path) => rm(path, { force: true })));
    await readToEnd(request.raw);
    throw failureOf(error);
  }
}
