import type { FastifyRequest } from 'fastify';
import { type MessageKey, messageText } from '../../../contract/api/errors.ts';

/** Makes the success envelope: code 200, with the message in the caller's language. */
export function ok<T>(request: FastifyRequest, value: T, key: MessageKey = 'common.success') {
  return { code: 200, message: messageText(key, request.lang), value };
}
