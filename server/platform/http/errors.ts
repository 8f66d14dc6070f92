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
} from '../../../contract/api/errors.ts';
import { defaultLanguage, languageHeader, toLanguage } from '../../../contract/language.ts';
import { issueFault } from '../../../contract/rules/ruleMessage.ts';
import { hasSqlState } from '../db/client.ts';
import { isReadOnly } from '../db/queryErrors.ts';

/**
 * Formats the failures of all routes in the caller's language. The server never answers a request with 5xx.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const failure = toAppError(error, request.routeOptions.bodyLimit);
    if (failure.key === 'common.serverBusy') request.log.error({ err: error }, 'request failed');
    return sendFailure(request, reply, failure);
  });
}

/** Answers a request whose URL cannot be parsed: no route, no hook and therefore no language was reached. */
export function badAddress(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  request.lang = toLanguage(request.headers[languageHeader]);
  reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  sendFailure(request, reply, new AppError(errorCode.badRequest, 'common.invalidRequest'));
}

const tooSlow = 'ERR_HTTP_REQUEST_TIMEOUT';
const tooLong = 'HPE_HEADER_OVERFLOW';

/**
 * Answers requests that are not HTTP, too slow or with too large a head in the API's error format, and closes
 * the connection.
 */
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
    `HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nCache-Control: no-store\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Sends a failure as an error envelope with its HTTP status. */
export function sendFailure(request: FastifyRequest, reply: FastifyReply, failure: AppError) {
  const { retryAfter } = failure.details;
  if (retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(retryAfter)));
  // Serialised here, because a route's response schema describes successes only.
  return reply
    .status(httpStatus(failure.code))
    .type('application/json')
    .serializer(JSON.stringify)
    .send(errorBody(failure, request.lang));
}

/** Converts any thrown error to an AppError. Unexpected errors are answered as "busy", without their text. */
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
  // Values that PostgreSQL cannot store: a NUL character, half a surrogate pair in JSON, a number out of
  // range.
  if (['22021', '22003', '22P05', '22P02'].some((state) => hasSqlState(error, state)))
    return new AppError(errorCode.badRequest, 'common.invalidRequest');
  // A read-only database, as while a snapshot stands in for it.
  if (isReadOnly(error)) return new AppError(errorCode.unavailable, 'common.databaseAway');
  // A full disk of the database or of the media files.
  if (['53100', 'ENOSPC', 'EDQUOT'].some((code) => hasSqlState(error, code)))
    return new AppError(errorCode.refused, 'media.diskFull');
  if (error.statusCode === 413) {
    const limit = `${Math.floor((bodyLimit ?? 0) / 1024)} KiB`;
    return new AppError(errorCode.tooLarge, 'common.tooLarge', { limit });
  }
  return fromStatus(error.statusCode);
}

/** Value refused by a unique key: PostgreSQL reports it as `Key (code)=(A1) already exists.` */
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
