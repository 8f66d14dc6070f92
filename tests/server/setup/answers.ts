import type { FastifyInstance } from 'fastify';
import { errorCode } from '../../../contract/api/errors.ts';
import { generalFailures } from '../../../server/platform/api/general.ts';
import { operationOf } from '../../../server/start/api/operations.ts';

interface Failed {
  code?: number;
  key?: string;
  value?: { fields?: unknown } | null;
}

const general = new Set(
  Object.entries(generalFailures).flatMap(([name, keys]) =>
    keys.map((key) => `${errorCode[name as keyof typeof errorCode]} ${key}`),
  ),
);

function failureIn(payload: unknown): Failed | null {
  if (typeof payload !== 'string' || !payload.startsWith('{"code":')) return null;
  const body = JSON.parse(payload) as Failed;
  return body.key === undefined || body.code === 200 ? null : body;
}

/**
 * Records operations that answer with a failure that their description does not list.
 * @returns each operation and failure once
 */
export function watchAnswers(app: FastifyInstance): () => string[] {
  const unlisted = new Set<string>();
  app.addHook('onSend', async (request, _reply, payload) => {
    const failed = failureIn(payload);
    const { method, url, schema } = request.routeOptions;
    if (failed === null || url === undefined || !url.startsWith('/v1/')) return payload;
    // Fields that break a rule: the general part of the API description covers them.
    const isField = failed.code === errorCode.badRequest && failed.value?.fields !== undefined;
    if (isField || general.has(`${failed.code} ${failed.key}`)) return payload;
    const described = (schema as { description?: string } | undefined)?.description;
    const text = described ?? operationOf(method === 'HEAD' ? 'GET' : String(method), url)?.description ?? '';
    // WebSocket routes have no description.
    if (text === '') return payload;
    const line = text.split('\n').find((one) => one.includes(`\`${failed.key}\``)) ?? '';
    if (!new RegExp(`^- (${failed.code}|\\d+, code ${failed.code}), `).test(line))
      unlisted.add(`${method} ${url}: ${failed.code} ${failed.key}`);
    return payload;
  });
  return () => [...unlisted];
}
