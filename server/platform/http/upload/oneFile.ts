import type { FastifyRequest } from 'fastify';
import { AppError, errorCode, type MessageKey } from '../../../../contract/api/errors.ts';

/** Bytes of a multipart body around its one file. */
export const multipartHead = 65_536;

/**
 * Reads the one file of a multipart request into memory.
 * @param bytes largest size
 * @param otherwise message for a request that is not multipart
 * @throws AppError 400, 413
 */
export async function oneFile(
  request: FastifyRequest,
  bytes: number,
  otherwise: MessageKey,
): Promise<Buffer> {
  const tooLarge = () =>
    new AppError(errorCode.tooLarge, 'common.tooLarge', { limit: `${bytes / 1_048_576} MiB` });
  if (!request.isMultipart()) throw new AppError(errorCode.badRequest, otherwise);
  try {
    const limits = { fileSize: bytes, files: 1, fields: 0, parts: 1 };
    const part = await request.file({ limits, throwFileSizeLimit: false });
    if (part === undefined) throw new AppError(errorCode.badRequest, 'media.noFile');
    const file = await part.toBuffer();
    if (part.file.truncated) throw tooLarge();
    return file;
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Errors of the parser at a malformed or truncated body.
    throw new AppError(errorCode.badRequest, 'media.uploadAborted');
  }
}
