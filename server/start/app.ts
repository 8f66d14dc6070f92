import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { AppError, errorCode } from '../../contract/api/errors.ts';
import { SERVER_STOPS } from '../../contract/api/live.ts';
import { MAX_MESSAGE_BYTES } from '../../contract/protocol/frames.ts';
import { countActivity } from '../platform/auth/countActivity.ts';
import { noteInsecureLogins } from '../platform/auth/noteInsecure.ts';
import { closedWhen, guardRoutes } from '../platform/http/access.ts';
import { addressOf, networkOf } from '../platform/http/address.ts';
import { inRanges } from '../platform/http/addressRange.ts';
import { answerAfterSnapshot } from '../platform/http/answerAfterSnapshot.ts';
import { answerHeaders } from '../platform/http/answerHeaders.ts';
import { badAddress, handleErrors, notHttp } from '../platform/http/errors.ts';
import { guardFields } from '../platform/http/fieldRights.ts';
import { httpMetrics } from '../platform/http/http.metrics.ts';
import { namesInLanguage } from '../platform/http/namesInLanguage.ts';
import { staticPages } from '../platform/http/pages.ts';
import { refuseWhileAway } from '../platform/http/refuseWhileAway.ts';
import { spreadRequests } from '../platform/http/requestTurns.ts';
import { guardSlow, serverOptions, slowClientLimits } from '../platform/http/slowClients.ts';
import { guardUpgrades } from '../platform/http/upgrades.ts';
import { guardTransport } from '../platform/httpsOnly/guard.ts';
import { repeatable } from '../platform/idempotency/routes.ts';
import { documentRoutes } from './api/document.routes.ts';
import { createDocument } from './api/document.ts';
import type { Deps } from './deps.ts';
import { modules } from './modules.ts';

/** Maximum body of JSON routes, bytes; uploads have their own limit. */
const BODY_LIMIT = 1_048_576;
/** Request limit per address and second; far above manual use and above the console of a large site. */
const REQUESTS_PER_S = 200;

/** Builds the whole API with its pages, not listening yet. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const isProxy = inRanges(deps.env.TRUSTED_PROXIES);
  const app = Fastify({
    loggerInstance: deps.log,
    // URLs may carry a password (URL login) and contain tickets: only paths are logged.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    // Evaluated for each address of X-Forwarded-For, from the nearest one outwards.
    trustProxy: isProxy,
    frameworkErrors: badAddress,
    clientErrorHandler: notHttp,
    routerOptions: { maxParamLength: 200 },
    http: serverOptions(),
    // Requests in progress may finish; `serve.ts` cuts those that take too long.
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  handleErrors(app);
  guardSlow(app.server, slowClientLimits, isProxy);
  guardUpgrades(app);
  httpMetrics(app, deps.metrics);

  await answerHeaders(app, deps.partnerAddresses.query);
  await app.register(rateLimit, {
    max: REQUESTS_PER_S,
    timeWindow: 1000,
    keyGenerator: (request) => networkOf(addressOf(request)),
    errorResponseBuilder: () =>
      new AppError(errorCode.tooMany, 'common.tooManyRequests', { seconds: 1 }, { retryAfter: 1 }),
  });
  spreadRequests(app);
  deps.draining.watch(app);
  guardRoutes(app, deps.callers);
  guardTransport(app, { ...deps, ports: deps.ports.query });
  noteInsecureLogins(app, deps.db);
  countActivity(app, deps.idle);
  guardFields(app);
  answerAfterSnapshot(app, deps.snapshot);
  namesInLanguage(app);
  refuseWhileAway(app, () => deps.snapshotAt() !== null);
  repeatable(app, deps.keys);
  await app.register(websocket, {
    options: { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false },
    // Clients learn that the server stops, as opposed to a broken link.
    preClose(done) {
      for (const client of this.websocketServer.clients) client.close(SERVER_STOPS, 'the server stops');
      this.websocketServer.close();
      done();
    },
    // Errors caused by a client are no failure of the server: no client may fill the log.
    errorHandler(error, socket, request) {
      request.log.debug({ err: error }, 'a socket failed');
      socket.terminate();
    },
  });
  deps.plainSockets.watch(app, deps.httpsOnly.isOn);
  const document = createDocument(app);
  await app.register(swagger, document.options);
  const onRequest = closedWhen(() => !deps.config.get().docs_open, deps.callers);
  await app.register(async (docs) => {
    docs.addHook('onRequest', onRequest);
    docs.addHook('preHandler', () => document.prepare());
    await docs.register(swaggerUi, { routePrefix: '/docs' });
  });

  // In a plugin of their own, so that swagger sees every route.
  await app.register(async (routes) => modules.routes(routes, deps));
  documentRoutes(app, document, onRequest);
  await staticPages(app);
  return app;
}
