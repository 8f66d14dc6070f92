import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { toLanguage } from '../../../../contract/language.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { isOwnOrigin } from '../../../platform/http/origin.ts';
import type { PlainSockets } from '../../../platform/httpsOnly/plainSockets.ts';
import { isSecure } from '../../../platform/httpsOnly/transport.ts';
import type { Gateway } from './terminals.types.ts';

/** Time after which a terminal looks whether it may come by plain HTTP again, s. */
const HTTPS_RETRY_S = 30;

/**
 * WebSocket of terminals. `?lang=` is the language of texts that it is sent; authentication is part of the
 * protocol.
 */
export function terminalRoutes(
  app: FastifyInstance,
  gateway: Gateway,
  plainSockets: Pick<PlainSockets, 'onEnd'>,
): void {
  plainSockets.onEnd(() => {
    for (const one of gateway.overHttp()) one.refuse('https', 'common.httpsOnly', HTTPS_RETRY_S);
  });
  app.get(
    '/v1/terminal',
    {
      websocket: true,
      // A whole site behind one address reconnects at once after a restart: the gateway has its own limits.
      config: { access: 'terminal', fromSnapshot: true, rateLimit: false },
      // A page of another origin must not fill the list of found terminals from a visitor's browser.
      preHandler: async (request) => {
        if (!isOwnOrigin(request)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      },
    },
    (socket, request) => {
      const { lang } = request.query as { lang?: unknown };
      gateway.accept(socket, request.raw.socket, {
        address: addressOf(request),
        language: toLanguage(lang),
        secure: isSecure(request),
      });
    },
  );
  app.addHook('preClose', async () => gateway.close());
}
