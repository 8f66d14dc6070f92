import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { SystemConfig, SystemConfigPatch } from '../../../contract/entities/site/systemConfig.ts';
import type { HeldLogins } from '../auth/away/heldLogins.ts';
import type { Callers } from '../auth/callers.ts';
import type { EndedLogins } from '../auth/endedLogins.ts';
import * as insecure from '../auth/insecureLogins.repository.ts';
import type { Config } from '../config/config.ts';
import { callerOf } from '../http/access.ts';
import { addressOf } from '../http/address.ts';
import type { PlainSockets } from './plainSockets.ts';
import { isSecure } from './transport.ts';

export interface SwitchDeps {
  config: Config;
  callers: Callers;
  held: Pick<HeldLogins, 'endInsecure'>;
  endedLogins: Pick<EndedLogins, 'add'>;
  plainSockets: Pick<PlainSockets, 'end'>;
}

/**
 * Changes the system configuration by a request. Switching `https_only` on ends the sessions whose token was sent by
 * plain HTTP with the change itself, and the sockets over plain HTTP once the request is answered.
 * @throws AppError 999 when the request that switches it on came by plain HTTP
 */
export async function patchConfig(
  deps: SwitchDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  values: SystemConfigPatch,
): Promise<SystemConfig> {
  const { config } = deps;
  const change = (also?: Parameters<Config['patch']>[3]) =>
    config.patch(callerOf(request), addressOf(request), values, also);
  if (values.https_only !== true || config.get().https_only) return change();
  if (!isSecure(request)) throw new AppError(errorCode.refused, 'auth.switchByHttps');
  // Before the commit: a socket that looks for its login right after it must find the reason.
  const now = await change(async (tx) => {
    for (const login of await insecure.end(tx)) deps.endedLogins.add(login, 'auth.httpsOnly');
  });
  deps.held.endInsecure();
  deps.callers.changed();
  reply.raw.once('close', deps.plainSockets.end);
  return now;
}
