import type { OpenAPIV3 } from 'openapi-types';
import { exceptionOf } from '../../../contract/api/idempotencyExceptions.ts';
import { type Access, needsLogin } from '../http/access.ts';

/** Parameter object of the header. */
export const IdempotencyKey: OpenAPIV3.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Key of the request, so that it can be repeated without being carried out twice; random, printable, without spaces. See the description of the API.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: '7f6f4c1e-2a31-4d0c-9a55-0d4f6f1f6a0b',
};

/** Tells if an operation takes the header. */
export const takesKey = (method: string, path: string, operation: { 'x-access'?: unknown }): boolean =>
  method !== 'get' &&
  needsLogin(operation['x-access'] as Access) &&
  exceptionOf(method.toUpperCase(), path) === undefined;
