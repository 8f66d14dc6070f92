import type { FastifyInstance } from 'fastify';
import { AppError, errorCode } from '../../contract/errors.ts';
import { toLanguage } from '../../contract/language.ts';
import { addressOf } from '../http/address.ts';
import { isOwnOrigin } from '../http/origin.ts';
import type { Gateway } from './types.ts';

/** The terminals' socket. `?lang=` is the language of what it is told; it proves itself in its own protocol. */
export function terminalRoutes(app: FastifyInstance, gateway: Gateway): void {
  app.get(
    '/v1/terminal',
    {
      websocket: true,
      // A whole site behind one address comes back at once after a restart: the gateway has its own bounds.
      config: { access: 'terminal', rateLimit: false },
      // A page from elsewhere must not fill the list of found terminals from a visitor's browser.
      preHandler: async (request) => {
        if (!isOwnOrigin(request)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      },
    },
    (socket, request) => {
      const { lang } = request.query as { lang?: unknown };
      gateway.accept(socket, request.raw.socket, {
        address: addressOf(request),
        language: toLanguage(lang),
      });
    },
  );
  app.addHook('preClose', async () => gateway.close());
}
