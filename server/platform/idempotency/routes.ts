import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { AppError, errorBody, errorCode, httpStatus } from '../../../contract/api/errors.ts';
import {
  idempotencyHeader,
  idempotencyKey,
  repeatedAnswerHeader,
} from '../../../contract/api/idempotency.ts';
import { exceptionOf } from '../../../contract/api/idempotencyExceptions.ts';
import { callerOf, isKeyed, needsLogin } from '../http/access.ts';
import { toAppError } from '../http/errors.ts';
import { visibleTo } from '../http/fieldRights.ts';
import type { Keys } from './idempotencyKeys.ts';
import type { Answer, NamedRequest } from './key.repository.ts';
import { type Seal, sealOf } from './seal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for emergency actions: a repeat is recognised without the database. */
    emergency?: boolean;
  }
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** Status of every success; that of the reply may differ when the outcome comes after the response. */
const SUCCESS = 200;
const json = 'application/json; charset=utf-8';

/** Idempotency key of a request; undefined: none. @throws AppError 400 */
function keyOf(request: FastifyRequest): string | undefined {
  const sent = request.headers[idempotencyHeader];
  if (sent === undefined) return undefined;
  const key = idempotencyKey.safeParse(sent);
  if (!key.success) throw new AppError(errorCode.badRequest, 'repeat.invalidKey');
  return key.data;
}

function named(request: FastifyRequest, seal: Seal): NamedRequest {
  const { url = '', config } = request.routeOptions;
  const content = JSON.stringify([request.params ?? null, request.query ?? null, request.body ?? null]);
  return {
    account: callerOf(request).accountId,
    route: `${request.method} ${url}`,
    key: seal.name,
    fingerprint: seal.fingerprint(content),
    isEmergency: config.emergency === true,
  };
}

/** Response body, serialised by the route's schema and reduced to the fields that the caller may see. */
function bodyOf(request: FastifyRequest, reply: FastifyReply, value: unknown): string {
  const caller = callerOf(request);
  const isOwn = !isKeyed(request.routeOptions.config.access ?? 'public');
  const seen = isOwn ? value : visibleTo(caller)(value);
  const serialize = reply.getSerializationFunction(String(SUCCESS)) ?? JSON.stringify;
  return serialize(seen as Record<string, unknown>);
}

/** Makes every route that writes recognise repeated requests by their idempotency key. */
export function repeatable(app: FastifyInstance, keys: Keys): void {
  app.addHook('onRoute', (route) => {
    const method = String(route.method);
    if (!writing.has(method) || !needsLogin(route.config?.access ?? 'public')) return;
    if (exceptionOf(method, route.url) !== undefined) return;
    const check = async (request: FastifyRequest) => void keyOf(request);
    route.onRequest = [...[route.onRequest ?? []].flat(), check];
    const handler = route.handler as (
      this: FastifyInstance,
      request: FastifyRequest,
      reply: FastifyReply,
    ) => unknown;
    route.handler = async function carryOut(this: FastifyInstance, request, reply) {
      const key = keyOf(request);
      const run = async () => handler.call(this, request, reply);
      if (key === undefined) return keys.plain(run);
      const seal = sealOf(key);
      const answer = await keys.answer(named(request, seal), {
        seal,
        run: async () => {
          const value = await run();
          return { status: SUCCESS, body: bodyOf(request, reply, value) };
        },
        failed(error): Answer {
          const failure = toAppError(error as never);
          return { status: httpStatus(failure.code), body: JSON.stringify(errorBody(failure, request.lang)) };
        },
      });
      if (answer.isRepeat === true) reply.header(repeatedAnswerHeader, 'true');
      // An object passes the hooks of every response; the serializer then replaces it with the stored body.
      return reply
        .status(answer.status)
        .type(json)
        .serializer(() => answer.body)
        .send({});
    } as RouteHandlerMethod;
  });
}
