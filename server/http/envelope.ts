import type { FastifyRequest } from 'fastify';
import { type MessageKey, messageText } from '../../contract/errors.ts';

/** The success envelope (design 4): code 200, the message in the caller's language. */
export function ok<T>(request: FastifyRequest, value: T, key: MessageKey = 'common.success') {
  return { code: 200, message: messageText(key, request.lang), value };
}
