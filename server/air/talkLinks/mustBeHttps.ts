import type { FastifyRequest } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { isSecure } from '../../platform/httpsOnly/transport.ts';

/** Refuses a phone by plain HTTP, whatever the setting of the site: its key would be read on the way. @throws AppError 403 */
export function mustBeHttps(request: FastifyRequest): void {
  if (!isSecure(request)) throw new AppError(errorCode.forbidden, 'talk.linkHttps');
}
