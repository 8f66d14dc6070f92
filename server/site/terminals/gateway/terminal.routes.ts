import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import { terminalKindNames } from '../../../../contract/entities/terminals/terminalKind.ts';
import { toLanguage } from '../../../../contract/language.ts';
import { terminalCode } from '../../../../contract/protocol/terminal.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { isOwnOrigin } from '../../../platform/http/origin.ts';
import { isUpgrade } from '../../../platform/http/upgrades.ts';
import type { PlainSockets } from '../../../platform/httpsOnly/plainSockets.ts';
import { isSecure } from '../../../platform/httpsOnly/transport.ts';
import type { Gateway } from './terminals.types.ts';

/** Time after which a terminal looks whether it may come by plain HTTP again, s. */
const HTTPS_RETRY_S = 30;

interface TerminalRoutesDeps {
  plainSockets: Pick<PlainSockets, 'onEnd'>;
  /** Addresses of the other servers of the system. */
  partnerAddresses(): readonly string[];
}

/**
 * WebSocket of terminals. `?lang=` is the language of texts that it is sent; authentication is part of the
 * protocol.
 */
export function terminalRoutes(
  app: FastifyInstance,
  gateway: Gateway,
  { plainSockets, partnerAddresses }: TerminalRoutesDeps,
): void {
  // The page of a partner may come here when that one does not answer.
  const isOfSystem = (request: FastifyRequest) =>
    isOwnOrigin(request) ||
    partnerAddresses().some((one) => URL.parse(one)?.origin === request.headers.origin);
  plainSockets.onEnd(() => gateway.endOverHttp(HTTPS_RETRY_S));
  app.get(
    '/v1/terminal',
    {
      websocket: true,
      // A whole site behind one address reconnects at once after a restart: the gateway has its own limits.
      config: { access: 'terminal', fromSnapshot: true, rateLimit: false },
      // A page of another origin must not fill the list of found terminals from a visitor's browser.
      preHandler: async (request) => {
        if (!isOfSystem(request)) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      },
      // A site that refuses plain HTTP does so before `hello`: the terminal is listed by what its address tells.
      async onError(request, _reply, error: Error) {
        const isPlain = error instanceof AppError && error.key === 'common.httpsOnly';
        if (!isPlain || !isUpgrade(request.raw) || !isOwnOrigin(request)) return;
        const { code, kind } = request.query as { code?: unknown; kind?: unknown };
        gateway.refusedByHttp({
          code: terminalCode.safeParse(code).data ?? '',
          kind: terminalKindNames.find((one) => one === kind) ?? null,
          address: addressOf(request),
        });
      },
    },
    (socket, request) => {
      const { lang } = request.query as { lang?: unknown };
      gateway.accept(socket, request.raw.socket, {
        address: addressOf(request),
        language: toLanguage(lang),
        secure: isSecure(request),
        server: `${isSecure(request) ? 'https' : 'http'}://${request.host}`,
        relay: null,
      });
    },
  );
  app.addHook('preClose', async () => gateway.close());
}
