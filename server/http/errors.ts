import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  AppError,
  type ErrorCode,
  errorBody,
  errorCode,
  httpStatus,
  type MessageKey,
  type MessageParams,
} from '../../contract/errors.ts';
import { defaultLanguage, languageHeader, toLanguage } from '../../contract/language.ts';
import { issueFault } from '../../contract/ruleMessage.ts';
import { hasSqlState } from '../db/client.ts';

/** Formats every failure of every route, in the caller's language; the server itself never answers 5xx (design 4). */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const failure = toAppError(error, request.routeOptions.bodyLimit);
    if (failure.key === 'common.serverBusy') request.log.error({ err: error }, 'request failed');
    return sendFailure(request, reply, failure);
  });
}

/** An address that cannot be read: no route, no hook and so no language was reached. */
export function badAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  request.lang = toLanguage(request.headers[languageHeader]);
  sendFailure(request, reply, new AppError(errorCode.badRequest, 'common.invalidRequest'));
}

const tooSlow = 'ERR_HTTP_REQUEST_TIMEOUT';
const tooLong = 'HPE_HEADER_OVERFLOW';

/** What is no HTTP, comes too slowly or has too long a head gets our form as well, and the connection ends. */
export function notHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, text] =
    error.code === tooSlow
      ? [408, 'Request Timeout']
      : error.code === tooLong
        ? [431, 'Request Header Fields Too Large']
        : [400, 'Bad Request'];
  const body = JSON.stringify(
    errorBody(new AppError(errorCode.badRequest, 'common.invalidRequest'), defaultLanguage),
  );
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Answers with a failure in the form of spec 8. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: AppError) {
  const { retryAfter } = failure.details;
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  // Serialised here: a route's response schema describes its success only.
  return reply
    .status(httpStatus(failure.code))
    .type('application/json')
    .serializer(JSON.stringify)
    .send(errorBody(failure, request.lang));
}

/** Every thrown thing as one of our failures. What nobody foresaw is logged and answered as "busy", without its text. */
export function toAppError(error: FastifyError | AppError, bodyLimit?: number): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = error.validation.map((issue) =>
      issueFault({
        ...issue.params,
        code: issue.keyword,
        message: issue.message ?? '',
        path: issue.instancePath.split('/').filter((part) => part !== ''),
      } as never),
    );
    return new AppError(errorCode.badRequest, 'common.invalidRequest', {}, { fields });
  }
  if (hasSqlState(error, '23505'))
    return new AppError(errorCode.conflict, 'common.duplicate', { value: duplicateValue(error) });
  if (hasSqlState(error, '23503')) return new AppError(errorCode.notFound, 'common.notFound');
  // Text that PostgreSQL cannot hold (a zero character, half a surrogate pair in JSON), a number out of its range.
  if (['22021', '22003', '22P05', '22P02'].some((state) => hasSqlState(error, state)))
    return new AppError(errorCode.badRequest, 'common.invalidRequest');
  // Of a database that takes no writes, as while a snapshot stands in for it.
  if (hasSqlState(error, '25006')) return new AppError(errorCode.unavailable, 'common.databaseAway');
  // Of the database, and of files: a broadcast that cannot be noted, a sound that cannot be kept.
  if (['53100', 'ENOSPC', 'EDQUOT'].some((code) => hasSqlState(error, code)))
    return new AppError(errorCode.refused, 'media.diskFull');
  if (error.statusCode === 413) {
    const limit = `${Math.floor((bodyLimit ?? 0) / 1024)} KiB`;
    return new AppError(errorCode.tooLarge, 'common.tooLarge', { limit });
  }
  return fromStatus(error.statusCode);
}

/** The value that a unique key refused: PostgreSQL says it as `Key (code)=(A1) already exists.` */
function duplicateValue(error: unknown): string {
  const detail = String((error as { cause?: { detail?: unknown } }).cause?.detail ?? '');
  return /=\((.*)\) already exists/.exec(detail)?.[1] ?? '';
}

const byStatus: Partial<Record<number, [ErrorCode, MessageKey, MessageParams?]>> = {
  404: [errorCode.notFound, 'common.routeNotFound'],
  415: [errorCode.badRequest, 'common.unsupportedType'],
  429: [errorCode.tooMany, 'common.tooManyRequests', { seconds: 1 }],
};

function fromStatus(status: number | undefined): AppError {
  const known = status === undefined ? undefined : byStatus[status];
  if (known !== undefined) return new AppError(...known);
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError(errorCode.badRequest, 'common.invalidRequest');
  return new AppError(errorCode.refused, 'common.serverBusy');
}
